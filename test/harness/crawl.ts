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
  /** How many pages to load that differ only in the part of the questionnaire they show; the others are only requested. */
  of_each?: number
  req: (found: CrawledPage) => Promise<void>
  /** Reads the HTML of every page, loaded or only requested. */
  read?: (html: string, pattern: string) => void
}

/**
 * Follows links from `start` below `prefix` and calls `req` once for each kind of page, with the browser on it. It
 * presses no button, and follows no link to a file.
 */
export async function crawl(
  page: Page,
  { start, then = [], prefix, of_each = Number.POSITIVE_INFINITY, req, read }: CrawlOptions,
): Promise<{ patterns: string[]; broken: string[] }> {
  const waiting = [start, ...then].map((url) => ({ url, from: start }))
  const broken: string[] = []
  const met = new Set<string>()
  const loaded = new Map<string, number>()
  const files = new Set<string>()
  while (waiting.length > 0) {
    const { url, from } = waiting.shift() ?? { url: start, from: start }
    const pattern = patternOf(url)
    if (met.has(pattern) || files.has(pattern)) continue
    const kind = pattern.replaceAll(/_[0-9A-F]{32}/g, "")
    const loads = (loaded.get(kind) ?? 0) < of_each
    const answer = await (loads ? page.goto(url).catch(leaveDownload) : page.request.get(url))
    if (!answer?.headers()["content-type"]?.startsWith("text/html")) {
      files.add(pattern)
      continue
    }
    met.add(pattern)
    if (answer.status() >= 400) {
      broken.push(`${url} answered ${answer.status()}; a link on ${from} leads there.`)
      continue
    }
    if (loads) loaded.set(kind, (loaded.get(kind) ?? 0) + 1)
    const html = loads ? await page.content() : await answer.text()
    read?.(html, pattern)
    if (loads) await req({ pattern, url })
    for (const link of listLinks(html, answer.url()))
      if (isWorthIt(link, url, prefix) && !met.has(patternOf(link)))
        waiting.push({ url: withoutHash(link), from: url })
  }
  return { patterns: [...met], broken }
}

function listLinks(html: string, url: string): string[] {
  return [...html.matchAll(/<a\s[^>]*>/g)].flatMap(([tag]) => {
    const href = /\shref="([^"]*)"/.exec(tag)?.[1]
    return href === undefined || /\sdownload\b/.test(tag)
      ? []
      : [new URL(href.replaceAll("&amp;", "&"), url).href]
  })
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
    .replace(/\/client-emails\/\w+/, "/client-emails/:kind")
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
