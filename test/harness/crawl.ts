import type { Page } from "playwright-core"

export interface CrawledPage {
  /** Replaces every id in the path with its name, so that each kind of page is visited once. */
  pattern: string
  url: string
}

interface CrawlOptions {
  start: string
  /** URLs to visit first, so that of many pages of a kind these are chosen. */
  then?: readonly string[]
  prefix: string
  req: (found: CrawledPage) => Promise<void>
}

/**
 * Follows links from `start` below `prefix` and calls `req` once for each kind of page, with the browser on it. It
 * presses no button, and follows no link to a file.
 */
export async function crawl(
  page: Page,
  { start, then = [], prefix, req }: CrawlOptions,
): Promise<{ patterns: string[]; broken: string[] }> {
  const waiting = [start, ...then].map((url) => ({ url, from: start }))
  const broken: string[] = []
  const met = new Map<string, string>()
  const files = new Set<string>()
  while (waiting.length > 0) {
    const { url, from } = waiting.shift() ?? { url: start, from: start }
    const pattern = patternOf(url)
    if (met.has(pattern) || files.has(pattern)) continue
    const answer = await page.goto(url).catch(leaveDownload)
    if (!answer?.headers()["content-type"]?.startsWith("text/html")) {
      files.add(pattern)
      continue
    }
    met.set(pattern, url)
    if (answer.status() >= 400) {
      broken.push(`${url} answered ${answer.status()}; a link on ${from} leads there.`)
      continue
    }
    await req({ pattern, url })
    const links = await page.evaluate(findLinks)
    for (const link of links)
      if (isWorthIt(link, url, prefix) && !met.has(patternOf(link)))
        waiting.push({ url: withoutHash(link), from: url })
  }
  return { patterns: [...met.keys()], broken }
}

/** Evaluated in the page, because Playwright's locators load a program of their own into each page. */
function findLinks(): string[] {
  const found = [...document.querySelectorAll("a[href]:not([download])")]
  // The `href` of a link inside an SVG is not a plain string.
  return found.map((link) => new URL(link.getAttribute("href") ?? "", document.baseURI).href)
}

function leaveDownload(error: Error): null {
  if (error.message.includes("Download is starting")) return null
  throw error
}

/**
 * Maps `/console/matters/matter_0192…/people?page=2` to `/console/matters/:matter/people`, but keeps parts of a
 * questionnaire in its editor apart.
 */
function patternOf(url: string): string {
  const path = new URL(url).pathname
    .replace(/\/\d+(?=\/|$)/g, "/:number")
    .replace(/\/questions\/question_\w+$/, "/questions/:question")
  return path.replace(/\/(?!section_|question_|role_|docreq_)([a-z]+)_[PF]?[0-9A-F]{32}/g, "/:$1")
}

function isWorthIt(link: string, from: string, prefix: string): boolean {
  const { origin, pathname } = new URL(link)
  return (
    origin === new URL(from).origin &&
    pathname.startsWith(prefix) &&
    !/\.(csv|zip|json|pdf)$|\/sign-out$|\/files\//.test(pathname)
  )
}

function withoutHash(link: string): string {
  return link.split("#")[0] ?? link
}
