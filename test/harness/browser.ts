import assert from "node:assert/strict"
import { mkdir } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core"
import { openChromium } from "./chromium.ts"
import { showLater } from "./scriptless.ts"
import { type Joined, shareInProcess } from "./shared.ts"

export { expectNoAxeViolations } from "./axe.ts"

/** A real browser for tests, and the promises every page has to keep. */
export interface TestBrowser {
  /** A page in a profile of its own. `page.context()` leads to cookies, routes, further tabs. */
  newPage(options?: PageOptions): Promise<Page>
  close(): Promise<void>
}

export interface PageOptions {
  /** Whether script runs; it does unless told otherwise. */
  javascript?: boolean
  width?: number
  height?: number
  dark?: boolean
  lang?: string
  offline?: boolean
  /** A finger instead of a mouse. */
  touch?: boolean
  /** What relative addresses start from. */
  base_url?: string
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  // A page gets a frame of its own only after a crash: making one anew for each costs a third of all a browser does.
  // Only the last list of a browser's features holds; the first of these is Playwright's own.
  "--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",
]

/**
 * Opens a browser. Close it in `after`, or the test file never ends. Test files of one process share one, in profiles of
 * their own; with `keeps_pages` it is one by itself, which keeps pages it leaves whole, for going back, as people's do.
 */
export async function openBrowser({ keeps_pages = false } = {}): Promise<TestBrowser> {
  const { thing: browser, leave } = keeps_pages ? await launchAlone() : await joinShared()
  const contexts = new Set<BrowserContext>()
  return {
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()))
      await leave()
    },
    async newPage(options = {}) {
      const context = await browser.newContext({
        javaScriptEnabled: options.javascript ?? true,
        viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
        colorScheme: options.dark ? "dark" : "light",
        locale: options.lang ?? "en-US",
        offline: options.offline ?? false,
        hasTouch: options.touch ?? false,
        reducedMotion: "reduce",
        baseURL: options.base_url,
      })
      contexts.add(context)
      context.once("close", () => contexts.delete(context))
      context.setDefaultTimeout(30_000)
      // tsx names functions by a helper of its own, which functions handed to the page would look for there.
      await context.addInitScript("globalThis.__name ??= (value) => value")
      const page = await context.newPage()
      if (options.javascript === false) showLater(page, browser, options.dark)
      return page
    },
  }
}

const joinShared = shareInProcess(
  () => launch(),
  (browser) => browser.close(),
)

async function launchAlone(): Promise<Joined<Browser>> {
  const browser = await launch({ ignoreDefaultArgs: ["--disable-back-forward-cache"] })
  return { thing: browser, leave: () => browser.close() }
}

async function launch(options: LaunchOptions = {}): Promise<Browser> {
  const { executable, env } = await openChromium()
  return chromium.launch({
    executablePath: executable,
    args: flags,
    env: { ...process.env, ...env },
    ...options,
  })
}

/** Fails where the page is wider than its window, naming what sticks out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return document.dir === "rtl" ? left < -0.5 : right > width + 0.5
    })
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`
    return { width, content: document.documentElement.scrollWidth, wide: wide.slice(0, 5).map(name) }
  })
  assert.ok(
    found.content <= found.width,
    `${page.url()} is ${found.content} px wide in a window of ${found.width} px: ${found.wide.join(", ")}`,
  )
}

/** Fails where a control is lower than `min_px`. Links inside running text are not controls. */
export async function expectTallControls(page: Page, min_px = 44): Promise<void> {
  const low = await page.evaluate((min) => {
    const selector =
      "button, .button, input:not([type=hidden]), select, textarea, summary, nav a, .back-link, .choice, .task-name a, .link-list a, .card-link, a.file-name"
    const controls = [...document.querySelectorAll<HTMLElement>(selector)]
    return controls
      .filter((control) => !control.closest(".skip-link, .choice .choice-input, .visually-hidden"))
      .filter((control) => !control.matches(".choice-input") && control.checkVisibility())
      .filter((control) => control.getBoundingClientRect().height < min - 0.5)
      .map((control) => `${control.outerHTML.slice(0, 90)} (${control.getBoundingClientRect().height} px)`)
  }, min_px)
  assert.deepEqual(low, [], `${page.url()} has controls lower than ${min_px} px`)
}

/** Keeps a picture of the whole page in `docs/screens`, or in the folder `SCREENS` names; only where it is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder_name = process.env.SCREENS
  if (!folder_name) return
  const folder = isAbsolute(folder_name) ? folder_name : join(import.meta.dirname, "../../docs/screens")
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
