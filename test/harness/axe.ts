// Accessibility checks with axe.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { AxeResults, RunOptions, Spec } from "axe-core"
import type { BrowserContext, Page } from "playwright-core"
import { readPageShape } from "./page-shape.ts"
import { hasPassed, recordPass } from "./passed-checks.ts"
import { markPassedColors, passed_text, recordPassedColors } from "./passed-colors.ts"
import { showLike } from "./scriptless.ts"

const require = createRequire(import.meta.url)
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/**
 * Fails with every rule the page currently violates, and where. `also_dark` also checks its colors in dark mode;
 * without `colors`, the check skips contrast, which is the slowest rule. Skips a page whose shape any test of the run
 * has already found to be free of violations.
 */
export async function expectNoAxeViolations(
  page: Page,
  { also_dark = false, colors = true } = {},
): Promise<void> {
  const shape = await readPageShape(page)
  const faults: string[] = []
  const check = async (wanted: Check[], work: (fresh: Check[]) => Promise<string[]>) => {
    const fresh = wanted.filter((one) => !hasPassed(one, shape))
    const found = fresh.length > 0 ? await work(fresh) : []
    if (found.length === 0) for (const one of fresh) recordPass(one, shape)
    faults.push(...found)
  }
  await check(colors ? ["structure", "colors"] : ["structure"], async (fresh) =>
    runAxe(await showLike(page), fresh),
  )
  if (also_dark) await check(["dark colors"], () => checkDarkMode(page))
  assert.equal(
    faults.length,
    0,
    `${page.url()} breaks ${faults.length} rules of axe:\n  ${faults.join("\n  ")}`,
  )
}

type Check = "structure" | "colors" | "dark colors"

async function checkDarkMode(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" })
  const found = await runAxe(page, ["dark colors"])
  await page.emulateMedia({ colorScheme: null })
  return found
}

async function runAxe(page: Page, checks: Check[]): Promise<string[]> {
  const withStructure = checks.includes("structure")
  const { fresh, unmark } = checks.some((one) => one !== "structure")
    ? await markPassedColors(page)
    : noColors
  const withColors = fresh.length > 0
  if (!withStructure && !withColors) return []
  const all = { runOnly: axeTags, rules: { "color-contrast": { enabled: withColors } } }
  const found = await evaluateAxe(page, withStructure ? all : { runOnly: ["color-contrast"] })
  await unmark()
  if (found.length === 0) recordPassedColors(fresh)
  return found
}

const noColors = { fresh: [], unmark: async () => undefined }

async function evaluateAxe(page: Page, run_options: RunOptions): Promise<string[]> {
  await loadAxe(page)
  // By default axe also loads and parses every style sheet again, for rules that are not among these.
  const preload = { assets: ["media"] }
  const options: RunOptions = { ...run_options, resultTypes: ["violations"], preload }
  // axe's full report is many times the size of the page.
  return page.evaluate(
    async ({ options, known }) => {
      const { axe } = window as unknown as { axe: Axe }
      axe.configure({ rules: [{ id: "color-contrast", selector: `:not([${known}])` }] })
      const { violations } = await axe.run(options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) =>
            `${id}: ${target.join(" ")}\n    ${failureSummary?.replace(/\s+/g, " ")}`,
        ),
      )
    },
    { options, known: passed_text },
  )
}

interface Axe {
  configure(spec: Spec): void
  run(options: RunOptions): Promise<AxeResults>
}

/** Evaluates axe in the page, because the content security policy would block a script tag. */
async function loadAxe(page: Page): Promise<void> {
  const context = page.context()
  const isThere = 'typeof axe === "object" || (typeof loadAxe === "function" && (loadAxe(), true))'
  if (await page.evaluate(isThere)) return
  axe_source ??= await readFile(require.resolve("axe-core/axe.min.js"), "utf8")
  await page.evaluate(axe_source)
  // axe is large: from its second use on, the browser preloads it into every new page.
  const uses = (axeUses.get(context) ?? 0) + 1
  axeUses.set(context, uses)
  if (uses === 2) await context.addInitScript(`globalThis.loadAxe = () => { ${axe_source} }`)
}

let axe_source: string | undefined
const axeUses = new WeakMap<BrowserContext, number>()
