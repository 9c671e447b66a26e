import assert from "node:assert/strict"
import { mkdir } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import type { Browser, BrowserContext, LaunchOptions, Page } from "playwright-core"
import { openChromium } from "./chromium.ts"
import { showLater } from "./scriptless.ts"
import { shareInProcess } from "./shared.ts"
import { underLoad } from "./wait-until.ts"

export { expectNoAxeViolations } from "./axe.ts"

/** A real browser for tests, with the checks that every page must pass. */
export interface TestBrowser {
  /** Opens a page in a new profile. `page.context()` has cookies, routes, and more tabs. */
  newPage(options?: PageOptions): Promise<Page>
  close(): Promise<void>
}

export interface PageOptions {
  /** Whether script runs; true by default. */
  javascript?: boolean
  width?: number
  height?: number
  dark?: boolean
  lang?: string
  offline?: boolean
  /** Touch instead of a mouse. */
  touch?: boolean
  /** The base of relative URLs. */
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
  // A page gets a new frame only after a crash: creating one for each page costs a third of the browser's total work.
  // Chromium uses only the last list of features; the first entry is Playwright's own.
  "--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",
]

/**
 * Opens a browser. Close it in `after`, or the test file never ends. Test files of one process share a browser, each
 * with its own profiles. `keeps_pages` opens a separate one with a back/forward cache, as in a user's browser.
 */
export async function openBrowser({ keeps_pages = false } = {}): Promise<TestBrowser> {
  const { open, leave } = keeps_pages ? joinAlone() : joinShared()
  const browser = await open()
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
      context.setDefaultTimeout(underLoad())
      // tsx wraps named functions in a helper, which functions evaluated in the page expect to find there.
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

const joinAlone = shareInProcess(
  () => launch({ ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
  (browser) => browser.close(),
)

async function launch(options: LaunchOptions = {}): Promise<Browser> {
  // Most processes that could open a browser open none, and its driver takes long to load.
  const { chromium } = await import("playwright-core")
  const { executable, env } = await openChromium()
  const { WATCH } = process.env
  return chromium.launch({
    ...(WATCH !== undefined && { headless: false, slowMo: Number(WATCH) }),
    executablePath: executable,
    args: flags,
    env: { ...process.env, ...env },
    ...options,
  })
}

/** Fails if the page is wider than its window, and names what overflows. */
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

/** Fails if a control is less than `min_px` high. Links inside running text are not controls. */
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

/** Saves a full-page screenshot in `docs/screens`, or in the folder named by `SCREENS`; only if that is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder_name = process.env.SCREENS
  if (!folder_name) return
  const folder = isAbsolute(folder_name) ? folder_name : join(import.meta.dirname, "../../docs/screens")
  await mkdir(folder, { recursive: true })
  await saveScreenshot(page, join(folder, `${name}.png`))
}

/** Chromium fails on a taller picture. */
const max_height_px = 16_000

/** Saves a screenshot of the entire page, cut off at the bottom if it is very long. */
export async function saveScreenshot(page: Page, path: string): Promise<void> {
  const [width, height] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth, scrollHeight] as const
  })
  await page.screenshot({
    path,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, max_height_px) },
  })
}
