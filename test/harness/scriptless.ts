// Pages with script off, and how to show their content with script on.
import type { Browser, Page } from "playwright-core"

const likes = new WeakMap<Page, (body: string) => Promise<Page>>()

/** One for each browser and color scheme, because axe loads into each once. */
const copies = new WeakMap<Browser, Map<boolean, Promise<Copy>>>()

/** Lets `showLike` show in `browser` what the scriptless `page` shows. */
export function showLater(page: Page, browser: Browser, dark = false): void {
  likes.set(page, async (body) => {
    const known = copies.get(browser) ?? new Map<boolean, Promise<Copy>>()
    copies.set(browser, known)
    const copy = known.get(dark) ?? openCopy(browser, dark)
    known.set(dark, copy)
    return (await copy).show(page, body)
  })
}

/** The page itself if it has script, otherwise another that shows the same. */
export async function showLike(page: Page): Promise<Page> {
  const show = likes.get(page)
  return show ? show(await page.content()) : page
}

/** A page with script on that shows what a scriptless one shows, with its own scripts blocked. */
interface Copy {
  page: Page
  show(original: Page, body: string): Promise<Page>
}

async function openCopy(browser: Browser, dark = false): Promise<Copy> {
  const page = await browser.newPage({ colorScheme: dark ? "dark" : "light" })
  let shown = ""
  await page.route("**/*", (route) => {
    if (route.request().isNavigationRequest()) return route.fulfill({ contentType: "text/html", body: shown })
    return route.request().resourceType() === "script" ? route.abort() : route.continue()
  })
  return {
    page,
    show: async (original, body) => {
      shown = body
      await page.setViewportSize(original.viewportSize() ?? { width: 1280, height: 800 })
      // Navigates away first, so that the same URL is loaded again even if only its fragment differs.
      await page.goto("about:blank")
      await (original.url() === "about:blank" ? page.setContent(body) : page.goto(original.url()))
      // A fragment scrolls, and what sticks to the window then covers some field or other.
      await page.evaluate(() => scrollTo(0, 0))
      return page
    },
  }
}
