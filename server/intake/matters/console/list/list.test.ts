// Uses the list of matters in a real browser.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Locator, Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  screenshot,
} from "../../../../../test/harness/browser.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../../../firm/firms/firms.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { newId } from "../../../../platform/ids.ts"
import { saveView } from "../../list/saved-views.ts"
import { createMatter } from "../../matters.ts"
import { listedColumns } from "./columns.tsx"

const { service, browser } = await openServiceAndBrowser()

async function newFirm(): Promise<TestFirm> {
  const firm = await service.newFirm("Hartwell & Pryce")
  await newIntake(firm)
  await firm.run(async (tx) => {
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    for (const matter_name of ["Delgado, Hugo", "Abbott, Ada", "Castillo, Elena"])
      await createMatter(tx, { questionnaire_id, matter_name })
  })
  return firm
}

/** Whether the middle of an element can be seen without scrolling. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
const boxOf = (element: Locator) =>
  element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect)
const names = (page: Page) => page.locator("tbody th[scope=row]").allInnerTexts()
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()
const main = (page: Page) => page.getByRole("main")
const sortByName = (page: Page) =>
  page.getByRole("columnheader").getByRole("link", { name: "Matter" }).click()
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()
const follow = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name }).first().click()

test("a filed matter is found by its tag and sorted, and the neighbor and back links keep the filters", async () => {
  const firm = await newFirm()
  const page = await enterConsole({ browser, service, firm })
  for (const [name, number, day] of [
    ["Delgado, Hugo", "2026-0012", "2026-03-01"],
    ["Abbott, Ada", "2026-0007", "2026-02-01"],
  ] as const) {
    for (const [label, value, button] of [
      ["File number", number, "Save"],
      ["Another day", day, "Set"],
      ["Add tags", "Trust, Court", "Add"],
    ] as const) {
      await page.goto("/console/matters")
      await follow(page, name)
      await page.locator(`#head-${label === "Another day" ? "due" : "filing"} > summary`).click()
      await page.locator(".dropdown[open] a").click()
      await page.getByLabel(label).fill(value)
      await press(page, button)
      assert.equal(await heading(page), name)
    }
    assert.equal(
      await page.locator("#head-number > summary > span:not(.visually-hidden)").innerText(),
      number,
    )
    assert.equal(await page.locator("#head-filing > summary [title]").getAttribute("title"), "Court, Trust")
    await expectNoAxeViolations(page)
  }
  await page.goto("/console/matters")
  await sortByName(page)
  assert.deepEqual(await names(page), ["Abbott, Ada", "Castillo, Elena", "Delgado, Hugo", "Smith"])
  assert.equal(
    await page.getByRole("columnheader", { name: "Matter" }).getAttribute("aria-sort"),
    "ascending",
  )
  await sortByName(page)
  assert.deepEqual(await names(page), ["Smith", "Delgado, Hugo", "Castillo, Elena", "Abbott, Ada"])
  await page.locator("summary", { hasText: "More filters" }).click()
  await page.getByLabel("Tag", { exact: true }).fill("Trust")
  await press(page, "Apply")
  assert.deepEqual(await names(page), ["Delgado, Hugo", "Abbott, Ada"])

  await follow(page, "Delgado, Hugo")
  assert.equal(await page.getByRole("link", { name: "Previous matter" }).count(), 0)
  await page.getByRole("link", { name: "Next matter" }).click()
  assert.equal(await heading(page), "Abbott, Ada")
  await follow(page, /^Documents/)
  await page.getByRole("link", { name: "Previous matter" }).click()
  assert.equal(await heading(page), "Delgado, Hugo")
  await follow(page, "Review")
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Matters" }).click()
  assert.deepEqual(await names(page), ["Delgado, Hugo", "Abbott, Ada"])
  await page.context().close()
})

test("members save and share views, choose their own columns, and assign themselves a matter from the list", async () => {
  const firm = await newFirm()
  const page = await enterConsole({ browser, service, firm })
  await page.goto("/console/matters?assignee=none&sort=name")
  await page.getByText("Save this view").click()
  await page.getByLabel("Name of the view").fill("Unassigned")
  await page.getByLabel("Share it with the firm").check()
  await expectNoAxeViolations(page)
  await press(page, "Save the view")
  await page.goto("/console/matters")
  await page
    .getByRole("navigation", { name: "Saved views" })
    .getByRole("link", { name: "Unassigned" })
    .click()
  assert.equal(new URL(page.url()).search, "?assignee=none&sort=name")
  const before = (await names(page)).length
  await page.getByRole("row", { name: "Abbott, Ada" }).locator("[id$=-assignee] > summary").click()
  await page.locator(".dropdown[open] a").click()
  await press(page, /\(you\)/)
  await page.getByText("Assigned to Ruth Pryce.").waitFor()
  assert.equal(new URL(page.url()).search, "?assignee=none&sort=name")
  assert.equal((await names(page)).length, before - 1)

  await page.getByText("Columns", { exact: true }).click()
  await page.getByLabel("File number", { exact: true }).check()
  await page.getByLabel("Last activity", { exact: true }).uncheck()
  await press(page, "Save for me")
  await page.getByRole("columnheader", { name: "File number" }).waitFor()
  assert.equal(await page.getByRole("columnheader", { name: "Last activity" }).count(), 0)

  const colleague = await enterConsole({ browser, service, firm }, { role: "member" })
  await colleague.goto("/console/matters")
  await colleague.getByRole("columnheader", { name: "Last activity" }).waitFor()
  await colleague.getByRole("link", { name: "Unassigned" }).click()
  assert.equal(await colleague.getByRole("button", { name: /Remove the view/ }).count(), 0)
  await colleague.context().close()
  await page.goto("/console/matters?assignee=none&sort=name")
  await press(page, "Remove the view “Unassigned”")
  await page.getByText("The view was removed.").waitFor()
  await page.context().close()
})

test("only its owner can see or remove a private view", async () => {
  const firm = await newFirm()
  const id = await firm.run((tx) => saveView(tx, { name: "Only mine", query: "tag=Trust", is_shared: false }))
  const { user_id } = await newStaff(firm, { name: "Noor", role: "member" })
  const noor = await newStaffBrowser(service, firm, user_id)
  assert.doesNotMatch((await noor("GET", "/console/matters")).text, /Only mine/)
  assert.equal((await noor("POST", `/console/matters/views/${id}/removal`)).status, 404)
  const own = await newStaffBrowser(service, firm)
  assert.match((await own("GET", "/console/matters")).text, /Only mine/)
})

test("the list fits a phone with all columns, in light and dark mode", async () => {
  const firm = await newFirm()
  await firm.run(async (tx) => {
    await tx.run(sql`update matters set file_number = '2026-0815', due_on = '2026-01-05'`)
    await tx.run(sql`insert into matter_tags (matter_id, tag) select id, 'Trust' from matters`)
    const drafting = { id: newId("stage"), name: "Drafting", due_days: null, waits_for: "" }
    await changeSettings(tx, firm.firm_id, { stages: [drafting] })
    await tx.run(sql`update matters set stage_id = ${drafting.id}`)
    await saveView(tx, { name: "Due this week", query: "due=week", is_shared: true })
  })
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 360, height: 800 })
  await page.goto("/console/matters")
  await page.getByText("Columns", { exact: true }).click()
  const ticked = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name="columns"]')]
    for (const box of boxes) box.checked = true
    return boxes.length
  })
  assert.equal(ticked, listedColumns.length)
  await press(page, "Save for me")
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page, { also_dark: true })
  await screenshot(page, "list-360")
  await page.locator("#queues > summary").click()
  const last = page.locator("#queues a").last()
  // On phones, the menu scrolls.
  await last.scrollIntoViewIfNeeded()
  assert.ok(await isOnTop(last), "the menu of queues is cut off")
  await page.context().close()
})

test("the head of a matter is one line at 1280 px, in which nothing covers its name or its button", async () => {
  const firm = await newFirm()
  await firm.write(sql`
      with tagged as (insert into matter_tags (matter_id, tag)
                      select id, tag from matters, unnest(array['Blended family', 'Living trust', 'Court']) as tag)
      update matters set name = 'Featherstonehaugh, Bartholomew and Persephone',
                         file_number = '2026-0815-LITIGATION', due_on = '2026-12-09'`)
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto("/console/matters")
  await page.locator("tbody th a").first().click()
  // The buttons are on the line above, beside the way back.
  for (const line of [
    ".matter-name > *, .matter-values > *",
    ".way-back li > a, .neighbors > a, .matter-head > .page-actions > *",
  ]) {
    const places = await page.locator(line).filter({ visible: true }).all()
    assert.ok(places.length > 2, line)
    const boxes = await Promise.all(places.map(boxOf))
    for (const [index, { left, right, width, y }] of boxes.entries()) {
      assert.ok(
        width > 24 && (boxes[index + 1]?.left ?? 1280) >= right,
        JSON.stringify({ index, left, right }),
      )
      assert.ok(Math.abs(y - (boxes[0]?.y ?? 0)) < 30, JSON.stringify({ line, index, y }))
    }
    for (const place of places) assert.ok(await isOnTop(place), await place.innerText())
  }
  assert.ok((await boxOf(page.locator("#head-name"))).width > 200)
  await page.context().close()
})
