// Selects matters of the list in a real browser, with and without JavaScript, also at phone width.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  type PageOptions,
} from "../../../../test/harness/browser.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { signInStaff } from "../../../../test/harness/staff-browser.ts"
import { createMatter } from "../../../intake/matters/matters.ts"

const opened = await openServiceAndBrowser()
const { service } = opened

/** The list of a fresh firm with three matters, as its admin sees it. */
async function openList(options: PageOptions, url = "/console/matters"): Promise<Page> {
  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx)
    for (const matter_name of ["Ames", "Bell", "Cole"])
      await createMatter(tx, { questionnaire_id, matter_name })
  })
  const page = await openPageOf(opened, await signInStaff(firm), options)
  await page.goto(url)
  return page
}

test("with JavaScript, one button selects all rows of the page, and the page shows the count", async () => {
  const page = await openList({})
  const count = page.locator("#selection [role=status]")
  await page.getByRole("button", { name: "Select all on this page" }).click()
  assert.equal(await count.textContent(), "3 of 3 selected")
  assert.equal(await page.locator("input[name=matter]:checked").count(), 3)
  await page.getByLabel("Select Bell").uncheck()
  assert.equal(await count.textContent(), "2 of 3 selected")
  await page.getByRole("button", { name: "Select all on this page" }).click()
  await page.getByRole("button", { name: "Clear selection" }).click()
  assert.equal(await page.locator("input[name=matter]:checked").count(), 0)
  assert.equal(await count.textContent(), "")
})

test("without JavaScript, on a phone, a checkbox extends the action to all pages of the list", async () => {
  const page = await openList(
    { javascript: false, width: 360, touch: true },
    "/console/matters?page_size=2&sort=name",
  )
  await page.getByLabel("All 3 matters, on every page").check()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.locator("#bulk-tag summary").click()
  await page.getByLabel("Add a tag").fill("Trust")
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByText("0 of 3").waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

test("with JavaScript, the checkbox for the whole list overrules those of the rows in the count", async () => {
  const page = await openList({}, "/console/matters?page_size=2")
  const count = page.locator("#selection [role=status]")
  await page.getByRole("button", { name: "Select all on this page" }).click()
  assert.equal(await count.textContent(), "2 of 2 selected")
  await page.getByLabel("All 3 matters, on every page").check()
  assert.equal(await count.textContent(), "All 3 selected")
})

test("the less common filters stay folded; the sentence says which are set, and clears them", async () => {
  const page = await openList({ javascript: false, width: 360, touch: true })
  const approach = page.getByRole("combobox", { name: "Approach" })
  assert.equal(await approach.isVisible(), false)
  await page.getByRole("combobox", { name: "Status" }).selectOption("Closed")
  await page.locator("summary", { hasText: "More filters" }).click()
  await expectNoAxeViolations(page)
  await approach.selectOption("Business")
  await page.getByRole("button", { name: "Apply" }).click()
  await page.getByText("No matching matters").waitFor()
  assert.equal(await approach.isVisible(), false)
  const shown = page.locator("#shown")
  assert.match(await shown.innerText(), /^Closed.+ matters of the approach Business/s)
  await expectNoAxeViolations(page)
  await shown.getByRole("link", { name: "Clear all" }).click()
  assert.equal(await shown.count(), 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.equal(await approach.isVisible(), false)
  await expectNoAxeViolations(page)
})

test("by keyboard, the bar is in the window from the first tick, at every width, and takes effect without leaving the list", async () => {
  const page = await openList({ width: 1280 })
  await page.setViewportSize({ width: 1280, height: 320 })
  const isShown = () =>
    page.evaluate(() => {
      const bar = document.querySelector(".selection-bar")?.getBoundingClientRect()
      return bar !== undefined && bar.bottom <= innerHeight && bar.left >= 0 && bar.right <= innerWidth
    })
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  for (const width of [1280, 1024, 800, 360]) {
    await page.setViewportSize({ width, height: 320 })
    await page.evaluate(() => document.activeElement?.scrollIntoView({ block: "nearest" }))
    assert.ok(await isShown(), `${width}`)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press("t")
  await page.waitForFunction(() => document.activeElement?.id === "add_tag")
  await page.keyboard.type("Trust")
  await page.keyboard.press("Enter")
  await page.locator("#toasts").getByText("1 matter is tagged “Trust”.").waitFor()
  assert.equal(await page.locator("input[name=matter]:checked").count(), 0)
  await page.getByLabel("Select Ames").click()
  await page.getByLabel("Select Cole").click({ modifiers: ["Shift"] })
  assert.equal(await page.locator("#selection [role=status]").textContent(), "3 of 3 selected")
  await expectNoAxeViolations(page)
})

test("what is still to enter is said at its field, the ticks stay, and Enter does what its own menu says", async () => {
  const page = await openList({ width: 1280 })
  await page.getByLabel("Select Ames").check()
  await page.locator("#bulk-tag summary").click()
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.locator("#add_tag-fault", { hasText: "Enter a tag first." }).waitFor()
  assert.equal(await page.locator("input[name=matter]:checked").count(), 1)
  await page.locator("#add_tag").fill("Left over")
  await page.locator("#bulk-due summary").click()
  await page.locator("#due_on").fill("2031-05-06")
  await page.keyboard.press("Enter")
  await page.locator("#toasts").getByText("1 matter is due on May 6, 2031.").waitFor()
})
