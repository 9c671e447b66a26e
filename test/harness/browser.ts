import assert from "node:assert/strict"
import { mkdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { isAbsolute, join } from "node:path"
import type { AxeResults, RunOptions } from "axe-core"
import { chromium, type Page } from "playwright-core"
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

/** Pages whose script is off, and how to open their like with script on. */
const scriptless = new WeakMap<Page, () => Promise<Page>>()

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
 * Starts a browser. Close it in `after`, or the test file never ends. With `keeps_pages` it keeps pages it leaves
 * whole, for going back, as people's browsers do.
 */
export async function openBrowser({ keeps_pages = false } = {}): Promise<TestBrowser> {
  const { executable, env } = await openChromium()
  const browser = await chromium.launch({
    executablePath: executable,
    args: flags,
    ignoreDefaultArgs: keeps_pages ? ["--disable-back-forward-cache"] : [],
    env: { ...process.env, ...env },
  })
  return {
    close: () => browser.close(),
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
      context.setDefaultTimeout(30_000)
      // tsx names functions by a helper of its own, which functions handed to the page would look for there.
      await context.addInitScript("globalThis.__name ??= (value) => value")
      const page = await context.newPage()
      if (options.javascript === false)
        scriptless.set(page, () =>
          browser.newPage({ viewport: page.viewportSize(), colorScheme: options.dark ? "dark" : "light" }),
        )
      return page
    },
  }
}

const require = createRequire(import.meta.url)
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** Fails with every rule broken on the page as it stands now, and where; with `also_dark` its colors in the dark too. */
export async function expectNoAxeViolations(page: Page, { also_dark = false } = {}): Promise<void> {
  const { violations } = await runAxe(page)
  if (also_dark) {
    await page.emulateMedia({ colorScheme: "dark" })
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    violations.push(...(await evaluateAxe(page, { type: "rule", values: ["color-contrast"] })).violations)
    await page.emulateMedia({ colorScheme: null })
  }
  const faults = violations.flatMap((rule) =>
    rule.nodes.map(
      (node) => `${rule.id}: ${node.target.join(" ")}\n    ${node.failureSummary?.replace(/\s+/g, " ")}`,
    ),
  )
  assert.equal(
    faults.length,
    0,
    `${page.url()} breaks ${faults.length} rules of axe:\n  ${faults.join("\n  ")}`,
  )
}

/** Axe itself needs script: where the page has none, it looks at a copy whose own script is kept from loading. */
async function runAxe(page: Page): Promise<AxeResults> {
  const openLike = scriptless.get(page)
  if (!openLike) return evaluateAxe(page)
  const copy = await openLike()
  const body = await page.content()
  await copy.route("**/*", (route) => {
    if (route.request().isNavigationRequest()) return route.fulfill({ contentType: "text/html", body })
    return route.request().resourceType() === "script" ? route.abort() : route.continue()
  })
  await (page.url() === "about:blank" ? copy.setContent(body) : copy.goto(page.url()))
  const results = await evaluateAxe(copy)
  await copy.context().close()
  return results
}

async function evaluateAxe(
  page: Page,
  runOnly: RunOptions["runOnly"] = { type: "tag", values: axeTags },
): Promise<AxeResults> {
  // Evaluated, not added as a script tag, which the page's content security policy would refuse.
  if (!(await page.evaluate("typeof axe === 'object'")))
    await page.evaluate(await readFile(require.resolve("axe-core/axe.min.js"), "utf8"))
  const options: RunOptions = { runOnly, resultTypes: ["violations"] }
  return page.evaluate(
    (given) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(given),
    options,
  )
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
