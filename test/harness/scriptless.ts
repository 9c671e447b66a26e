// Pages whose script is off, and how to show their like with script on.
import type { Browser, Page } from "playwright-core"

const likes = new WeakMap<Page, (body: string) => Promise<Page>>()

/** Lets `showLike` show in `browser` what `page`, which has no script, shows. */
export function showLater(page: Page, browser: Browser, dark?: boolean): void {
  let copy: Promise<Copy> | undefined
  // It may be gone already, with the browser that both are in.
  page.context().once("close", () => copy?.then(({ page }) => page.context().close()).catch(() => undefined))
  likes.set(page, async (body) => {
    copy ??= openCopy(browser, dark)
    return (await copy).show(page, body)
  })
}

/** The page itself where it has script, else another that shows the same. */
export async function showLike(page: Page): Promise<Page> {
  const show = likes.get(page)
  return show ? show(await page.content()) : page
}

/** A page with script on that shows what one without shows, its own script kept from loading. */
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
      // From here, so that the same address is loaded again, even with another place in it.
      await page.goto("about:blank")
      await (original.url() === "about:blank" ? page.setContent(body) : page.goto(original.url()))
      return page
    },
  }
}
