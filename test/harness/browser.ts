import assert from "node:assert/strict"
import { mkdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { isAbsolute, join } from "node:path"
import type { AxeResults, RunOptions } from "axe-core"
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core"
import { openChromium } from "./chromium.ts"

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

/** Pages whose script is off, and how to show their like with script on. */
const scriptless = new WeakMap<Page, (body: string) => Promise<Page>>()

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
]

/**
 * Opens a browser. Close it in `after`, or the test file never ends. Test files of one process share one, in profiles of
 * their own; with `keeps_pages` it is one by itself, which keeps pages it leaves whole, for going back, as people's do.
 */
export async function openBrowser({ keeps_pages = false } = {}): Promise<TestBrowser> {
  const { browser, leave } = keeps_pages ? await launchAlone() : await joinShared()
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
      if (options.javascript === false) {
        let copy: Promise<Copy> | undefined
        // It may be gone already, with the browser that both are in.
        context.once("close", () => copy?.then(({ page }) => page.context().close()).catch(() => undefined))
        scriptless.set(page, async (body) => {
          copy ??= openCopy(browser, options.dark)
          return (await copy).show(page, body)
        })
      }
      return page
    },
  }
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

interface Joined {
  browser: Browser
  leave(): Promise<void>
}

let shared: Promise<Browser> | undefined
let sharing = 0

async function joinShared(): Promise<Joined> {
  sharing += 1
  shared ??= launch()
  const browser = await shared
  const leave = async () => {
    sharing -= 1
    if (sharing > 0) return
    shared = undefined
    await browser.close()
  }
  return { browser, leave }
}

async function launchAlone(): Promise<Joined> {
  const browser = await launch({ ignoreDefaultArgs: ["--disable-back-forward-cache"] })
  return { browser, leave: () => browser.close() }
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

const require = createRequire(import.meta.url)
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/**
 * Fails with every rule broken on the page as it stands now, and where; with `also_dark` its colors in the dark too,
 * without `colors` whatever its colors are, which is the longest to look at.
 */
export async function expectNoAxeViolations(
  page: Page,
  { also_dark = false, colors = true } = {},
): Promise<void> {
  const faults = await runAxe(page, { "color-contrast": { enabled: colors } })
  if (also_dark) {
    await page.emulateMedia({ colorScheme: "dark" })
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    faults.push(...(await evaluateAxe(page, { runOnly: ["color-contrast"] })))
    await page.emulateMedia({ colorScheme: null })
  }
  assert.equal(
    faults.length,
    0,
    `${page.url()} breaks ${faults.length} rules of axe:\n  ${faults.join("\n  ")}`,
  )
}

/** Axe itself needs script: where the page has none, it looks at a copy. */
async function runAxe(page: Page, rules: RunOptions["rules"]): Promise<string[]> {
  const showLike = scriptless.get(page)
  const shown = showLike ? await showLike(await page.content()) : page
  return evaluateAxe(shown, { runOnly: axeTags, rules })
}

async function evaluateAxe(page: Page, looking: RunOptions): Promise<string[]> {
  await loadAxe(page)
  const options: RunOptions = { ...looking, resultTypes: ["violations"] }
  // All that axe has to say of a page is many times the page.
  return page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = await axe.run(given)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(" ")}\n    ${failureSummary?.replace(/\s+/g, " ")}`,
      ),
    )
  }, options)
}

/** Evaluated, not added as a script tag, which the page's content security policy would refuse. */
async function loadAxe(page: Page): Promise<void> {
  const context = page.context()
  const isThere = 'typeof axe === "object" || (typeof loadAxe === "function" && (loadAxe(), true))'
  if (await page.evaluate(isThere)) return
  axe_source ??= await readFile(require.resolve("axe-core/axe.min.js"), "utf8")
  await page.evaluate(axe_source)
  // It is large: where it is wanted again, the browser has it at hand for every page to come.
  const uses = (axeUses.get(context) ?? 0) + 1
  axeUses.set(context, uses)
  if (uses === 2) await context.addInitScript(`globalThis.loadAxe = () => { ${axe_source} }`)
}

let axe_source: string | undefined
const axeUses = new WeakMap<BrowserContext, number>()

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
      "button, .button, input:not([type=hidden]), select, textarea, summary, nav a, .back-link, .choice"
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
