// Tests the search palette, the shortcuts and their setting in a real browser.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { assertNone } from "../../../../test/harness/assert-each.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  type PageOptions,
  screenshot,
} from "../../../../test/harness/browser.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser, signInStaff } from "../../../../test/harness/staff-browser.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { createMatter } from "../../../intake/matters/matters.ts"
import { sql } from "../../../platform/db/sql.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")
/** Matter ids by name. */
const matters: Record<string, string> = {}
before(async () => {
  await newIntake(firm)
  await firm.run(async (tx) => {
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    for (const matter_name of ["Abbott, Ada", "Barton, Núria", "Castillo, Elena", "Delgado, Hugo"])
      matters[matter_name] = (await createMatter(tx, { questionnaire_id, matter_name })).id
  })
})

async function open(path: string, options: PageOptions = {}, user_id = firm.admin.user_id): Promise<Page> {
  const page = await openPageOf(opened, await signInStaff(firm, user_id), options)
  await page.goto(path)
  return page
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" })
const field = (page: Page) => palette(page).getByRole("combobox")
const options = (page: Page) => palette(page).getByRole("option")
const chosen = (page: Page) => palette(page).locator("[aria-selected=true] .palette-text").innerText()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "")
const pathOf = (page: Page) => new URL(page.url()).pathname

test("Ctrl+K opens the search, typing narrows it, Enter opens the active result, and Escape restores the focus", async () => {
  const page = await open("/console/matters")
  await page.getByRole("link", { name: "New matter" }).focus()
  await page.keyboard.press("Control+k")
  await options(page).first().waitFor()
  assert.equal(await field(page).getAttribute("aria-expanded"), "true")
  assert.equal(await field(page).evaluate((input) => input === document.activeElement), true)

  await page.keyboard.type("nuria")
  await palette(page).getByRole("option", { name: "Barton, Núria" }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 1)
  assert.equal(await palette(page).getByRole("status").innerText(), "1 result")
  const active = await field(page).getAttribute("aria-activedescendant")
  assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true")

  await page.keyboard.press("Escape")
  assert.equal(await palette(page).isVisible(), false)
  assert.equal(await focused(page), "New matter")

  await page.keyboard.press("Control+k")
  await page.keyboard.type("nuria")
  // Press Enter without waiting: the text in the field counts, not the results shown so far.
  await page.keyboard.press("Enter")
  await page.waitForURL(`**/console/matters/${matters["Barton, Núria"]}`)

  await page.goto("/console/settings/team")
  await page.keyboard.press("Control+k")
  await palette(page).getByText("Recently visited").waitFor()
  assert.equal(await chosen(page), "Barton, Núria")
  await page.keyboard.press("ArrowUp")
  assert.equal(await chosen(page), "System", "wraps from the first to the last")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  assert.equal(await chosen(page), "Home")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/console")
  await page.context().close()
})

test("the search and its results work by touch", async () => {
  const page = await open("/console/matters", { width: 360, height: 640, touch: true })
  await page.getByRole("button", { name: "Search" }).tap()
  await options(page).first().waitFor()
  await expectTallControls(page)
  await palette(page).getByRole("button", { name: "Close" }).tap()
  assert.equal(await palette(page).isVisible(), false)
  await page.getByRole("button", { name: "Search" }).tap()
  await field(page).fill("delg")
  await palette(page).getByRole("option", { name: "Delgado, Hugo" }).tap()
  await page.waitForURL(`**/console/matters/${matters["Delgado, Hugo"]}`)
  await page.context().close()
})

test("on a matter's page, the search lists its tabs and actions first", async () => {
  const page = await open(`/console/matters/${matters["Abbott, Ada"]}/review`)
  await page.keyboard.press("Control+k")
  await palette(page).getByText("On this page").waitFor()
  await page.keyboard.type("documents")
  await palette(page).getByRole("option", { name: "Documents", exact: true }).waitFor()
  await page.waitForFunction(() => !document.querySelector("[role=option][href$='/activity']"))
  assert.equal(await chosen(page), "Documents")
  await page.keyboard.press("Enter")
  await page.waitForURL(`**/console/matters/${matters["Abbott, Ada"]}/documents`)
  await page.context().close()
})

test("if the search does not respond, the palette says so and Enter opens the search page", async () => {
  const page = await open("/console/matters")
  await page.route("**/console/search.json*", (route) => route.abort())
  await page.keyboard.press("Control+k")
  await page.keyboard.type("castillo")
  await palette(page).getByRole("status").getByText("The search did not respond.").waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/console/search?q=castillo")
  await page.getByRole("main").getByRole("link", { name: "Castillo, Elena" }).waitFor()
  await page.context().close()
})

test("without script, the search page finds the same", async () => {
  const page = await open("/console/matters", { javascript: false, width: 360, height: 640 })
  await page.getByRole("link", { name: "Search", exact: true }).click()
  const words = page.getByRole("searchbox")
  await words.fill("a")
  await words.press("Enter")
  const main = page.getByRole("main")
  for (const name of ["Abbott, Ada", "Audit log", "Ada Admin"])
    await main.getByRole("link", { name, exact: true }).first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await words.fill("nothing like this")
  await words.press("Enter")
  await main.getByText("No results").waitFor()
  await page.goto("/console/account")
  await main.getByRole("link", { name: "All shortcuts" }).click()
  assert.equal(await main.getByRole("heading", { level: 1 }).innerText(), "Keyboard shortcuts")
  await page.context().close()
})

test("single keys move through a list, open rows, search and go to pages", async () => {
  const page = await open("/console/matters")
  await page.keyboard.press("j")
  assert.equal(await focused(page), "Delgado, Hugo")
  await page.keyboard.press("j")
  await page.keyboard.press("ArrowDown")
  assert.equal(await focused(page), "Barton, Núria")
  await page.keyboard.press("k")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  assert.equal(await focused(page), "Delgado, Hugo", "stays at the first row")
  const outline = await page.evaluate(() => {
    const link = document.activeElement
    return link?.matches(":focus-visible") && getComputedStyle(link).outlineStyle
  })
  assert.equal(outline, "solid")
  await screenshot(page, "keyboard-row")
  await page.keyboard.press("o")
  await page.waitForURL(`**/console/matters/${matters["Delgado, Hugo"]}`)

  for (const [character, path] of [
    ["q", "/console/questionnaires"],
    ["t", "/console/settings/team"],
    ["m", "/console/matters"],
  ] as const) {
    await page.keyboard.press("g")
    await page.keyboard.press(character)
    await page.waitForURL(`**${path}`)
  }
  await page.keyboard.press("/")
  assert.equal(await page.getByRole("searchbox").evaluate((input) => input === document.activeElement), true)
  await page.keyboard.type("gqj?/xk")
  assert.equal(await page.getByRole("searchbox").inputValue(), "gqj?/xk", "in a field, keys type text")
  assert.equal(pathOf(page), "/console/matters")
  await page.keyboard.press("Control+k")
  await options(page).first().waitFor()
  await page.keyboard.press("Control+k")
  assert.equal(await palette(page).isVisible(), false)
  assert.equal(await page.getByRole("searchbox").evaluate((input) => input === document.activeElement), true)
  await page.goto("/console/settings/team")
  await page.keyboard.press("/")
  await options(page).first().waitFor()
  await page.context().close()
})

test("x selects a row with a checkbox and announces it", async () => {
  const page = await open("/console/matters")
  const chosen = page.locator("tbody input[type=checkbox]:checked")
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  assert.deepEqual(await chosen.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)), [
    matters["Delgado, Hugo"],
    matters["Castillo, Elena"],
  ])
  assert.equal(await page.locator("#keyboard-status").innerText(), "Castillo, Elena selected")
  await page.keyboard.press("x")
  assert.equal(await chosen.count(), 1)
  assert.equal(await page.locator("#keyboard-status").innerText(), "Castillo, Elena deselected")
  await page.keyboard.press("k")
  assert.equal(await focused(page), "Delgado, Hugo")
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("j")
  assert.equal(await focused(page), "Castillo, Elena", "moves from a focused checkbox as from a link")
  await page.context().close()
})

test("? shows all shortcuts, and members can turn single keys off for themselves", async () => {
  const page = await open("/console/matters")
  await page.keyboard.press("?")
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await help.getByText("Next row").waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("t")
  assert.equal(pathOf(page), "/console/matters", "single keys do nothing while a dialog is open")
  await page.keyboard.press("Escape")
  assert.equal(await help.isVisible(), false)

  await page.goto("/console/account")
  const preferences = page.locator("#preferences-form")
  await preferences.getByLabel("Single-key shortcuts").uncheck()
  await preferences.getByRole("button", { name: "Save" }).click()
  await page.getByText("Appearance and keyboard were changed.").waitFor()
  await page.goto("/console/matters")
  for (const key of ["?", "j", "g", "t", "/"]) await page.keyboard.press(key)
  assert.equal(pathOf(page), "/console/matters")
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY")
  assert.equal(await page.locator("dialog[open]").count(), 0)
  await page.keyboard.press("Control+k")
  await options(page).first().waitFor()
  await page.goto("/console/account")
  await preferences.getByLabel("Single-key shortcuts").check()
  await preferences.getByRole("button", { name: "Save" }).click()
  await page.getByText("Appearance and keyboard were changed.").waitFor()
  await page.goto("/console/matters")
  await page.keyboard.press("j")
  assert.equal(await focused(page), "Delgado, Hugo")
  await page.context().close()
})

test("the dialogs are accessible, wide and light, narrow and dark", async () => {
  for (const [width, dark] of [
    [1280, false],
    [360, true],
  ] as const) {
    const page = await open("/console/matters", { dark, width, height: 740, touch: width === 360 })
    await page.keyboard.press("Control+k")
    await options(page).first().waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `palette-${width}`)
    await field(page).fill("a")
    await palette(page).getByText("Matters", { exact: true }).first().waitFor()
    await page.keyboard.type("zzzz")
    await palette(page).getByText("No results. Try fewer letters.").waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, `palette-nothing-${width}`)
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Next row").waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `shortcuts-${width}`)
    await page.context().close()
  }
})

test("members find no admin pages or colleagues, and limited members only assigned matters", async () => {
  const email = `mia.${Date.now()}@hartwell.example`
  const { user_id } = await newStaff(firm, { email, name: "Mia", role: "member" })
  const found = async (query: string) => {
    const mia = await newStaffBrowser(service, firm, user_id)
    const { text } = await mia("GET", `/console/search.json?${query}`)
    const { groups } = JSON.parse(text) as { groups: { results: { text: string }[] }[] }
    return groups.flatMap(({ results }) => results.map(({ text }) => text))
  }
  assert.ok((await found("q=barton")).includes("Barton, Núria"))
  for (const words of ["q=", "q=team", "q=ada%20admin", "q=audit", "q=tests"])
    assertNone(await found(words), (text) => ["Team", "Ada Admin", "Audit log", "Tests"].includes(text))
  await firm.run((tx) => changeMember(tx, user_id, { assigned_matters_only: true }))
  const recent = Object.values(matters).join(",")
  for (const words of ["q=barton", "q=", `q=&recent=${recent}`])
    assertNone(await found(words), (text) => text in matters)
  await firm.write(sql`update matters set assignee_id = ${user_id} where id = ${matters["Barton, Núria"]}`)
  assert.deepEqual(
    (await found(`q=&recent=${recent}`)).filter((text) => text in matters),
    ["Barton, Núria"],
  )
})
