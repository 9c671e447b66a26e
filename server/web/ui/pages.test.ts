import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  openBrowser,
  screenshot,
  type TestBrowser,
} from "../../../test/harness/browser.ts"
import { samples, serveSamples } from "../../../test/ui-pages/samples.tsx"

let browser: TestBrowser
let server: Awaited<ReturnType<typeof serveSamples>>

before(async () => {
  browser = await openBrowser()
  server = await serveSamples()
})

after(async () => {
  await browser?.close()
  server?.close()
})

const windows = [
  { width: 320, height: 640, touch: true },
  { width: 360, height: 640, touch: true },
  { width: 1280, height: 900, touch: false },
]

for (const window of windows) {
  test(`every sample is accessible, does not scroll sideways and has tall enough controls, light and dark, at ${window.width} px`, async () => {
    const page = await browser.newPage({ ...window, base_url: server.url })
    const faults: string[] = []
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
    for (const [name, sample] of Object.entries(samples)) {
      await page.goto(`/${name}`)
      await expectNoSidewaysScroll(page)
      if (sample.styles === "portal" || window.touch) await expectTallControls(page)
      await screenshotBoth(page, `ui-${name}-${window.width}`)
      await openDetails(page)
      await expectNoAxeViolations(page, { also_dark: true })
      await expectNoSidewaysScroll(page)
      assert.deepEqual(faults, [], `the content security policy allows everything on ${name}`)
    }
    await page.context().close()
  })
}

test("without script, the error summary has focus, its links focus their fields, and a choice reveals its fields", async () => {
  const page = await browser.newPage({ javascript: false, width: 360, height: 640, base_url: server.url })
  await page.goto("/errors")
  assert.equal(await page.locator("#error-summary:focus").count(), 1)
  for (const link of await page.locator("#error-summary a").all()) {
    const target = (await link.getAttribute("href")) ?? ""
    assert.equal(await page.locator(`:is(input, select, textarea)${target}`).count(), 1, target)
  }
  await page.locator("#error-summary a").last().click()
  await page.locator("#agree").press("Space")
  assert.equal(await page.locator("#agree").isChecked(), true)
  await page.goto("/fields")
  assert.equal(await page.locator("#spouse").isVisible(), true)
  await page.locator("#status-2").check()
  assert.equal(await page.locator("#spouse").isVisible(), false)
  assert.equal(await page.locator(".copy-button").isVisible(), false)
  await expectNoAxeViolations(page)
  await page.context().close()
})

test("the copy button copies the value and confirms it", async () => {
  const page = await browser.newPage({ base_url: server.url })
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/settings")
  await page.getByRole("button", { name: "Copy" }).click()
  await page.locator(".copy-field [role=status]", { hasText: "Copied" }).waitFor({ state: "attached" })
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    await page.locator("#key").inputValue(),
  )
  await page.context().close()
})

test("pages are accessible in any firm's color, light and dark", async () => {
  const page = await browser.newPage({ base_url: server.url })
  for (const color of ["f2c230", "ffffff", "000000", "d81b60", "1d3f8f"])
    for (const name of ["tasks", "list"]) {
      await page.goto(`/${name}?color=%23${color}`)
      await expectNoAxeViolations(page, { also_dark: true })
      await screenshotBoth(page, `ui-${name}-${color}`)
    }
})

async function openDetails(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    for (const each of all) if (each.checkVisibility()) each.setAttribute("open", "")
  })
}

async function screenshotBoth(page: Page, name: string): Promise<void> {
  for (const dark of [true, false]) {
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" })
    await screenshot(page, `${name}${dark ? "-dark" : ""}`)
  }
}
