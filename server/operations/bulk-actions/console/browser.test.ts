// Selects matters of the list in a real browser, with and without JavaScript, also at phone width.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  type PageOptions,
} from "../../../../test/harness/browser.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { signInStaff } from "../../../../test/harness/staff-browser.ts"
import { createMatter } from "../../../intake/matters/matters.ts"
import { createQuestionnaire } from "../../../intake/questionnaires/questionnaires.ts"
import { newId } from "../../../platform/ids.ts"

const opened = await openServiceAndBrowser()
const { service } = opened

/** The list of a fresh firm with three matters, as its admin sees it. */
async function openList(options: PageOptions, url = "/console/matters"): Promise<Page> {
  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    const questionnaire_id = await createQuestionnaire(tx, {
      title: "Sample",
      internal_type: "Planning",
      approach: "planning",
      url_short_name: newId("section").slice(-12).toLowerCase(),
      definition: { sections: [] },
    })
    for (const matter_name of ["Ames", "Bell", "Cole"])
      await createMatter(tx, { questionnaire_id, matter_name })
  })
  const page = await openPageOf(opened, await signInStaff(firm), options)
  await page.goto(url)
  return page
}

test("without JavaScript, on a phone, selected matters close after confirmation", async () => {
  const page = await openList({ javascript: false, width: 360, touch: true })
  await page.getByLabel("Select Ames").check()
  await page.getByLabel("Select Cole").check()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole("button", { name: "Close matters" }).click()
  await page.getByRole("heading", { name: "Close 2 matters?" }).waitFor()
  await page.getByRole("button", { name: "Close all 2" }).click()
  await page.getByText("2 matters are closed.").waitFor()
  assert.equal(new URL(page.url()).pathname, "/console/matters")
  assert.equal(await page.locator("tbody tr", { hasText: "Closed" }).count(), 2)
})

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
  await page.getByLabel("All 3 matters of this list, on every page").check()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.getByLabel("Add a tag").fill("Trust")
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByRole("heading", { name: "Add the tag “Trust” to 3 matters?" }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole("button", { name: "Add the tag “Trust” to 3 matters" }).click()
  await page.getByText("0 of 3").waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

test("with JavaScript, the count of selected rows gives way to the checkbox for the whole list", async () => {
  const page = await openList({}, "/console/matters?page_size=2")
  const count = page.locator("#selection [role=status]")
  await page.getByRole("button", { name: "Select all on this page" }).click()
  assert.equal(await count.textContent(), "2 of 2 selected")
  await page.getByLabel("All 3 matters of this list, on every page").check()
  assert.equal(await count.textContent(), "")
})

test("the less common filters stay folded until one of them is set", async () => {
  const page = await openList({ javascript: false, width: 360, touch: true })
  const approach = page.getByRole("combobox", { name: "Approach" })
  assert.equal(await approach.isVisible(), false)
  await page.getByRole("combobox", { name: "Status" }).selectOption("Closed")
  await page.locator("summary", { hasText: "More filters" }).click()
  await expectNoAxeViolations(page)
  await approach.selectOption("Business")
  await page.getByRole("button", { name: "Apply" }).click()
  await page.getByText("No matching matters").waitFor()
  assert.equal(await approach.isVisible(), true)
  await page.getByRole("link", { name: "Clear", exact: true }).click()
  assert.equal(await approach.isVisible(), false)
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.equal(await approach.isVisible(), false)
  await expectNoAxeViolations(page)
})
