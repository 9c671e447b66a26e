// A partner's day in the console, following only the words on its pages: a conflict check with a decision before a new
// matter, a matter that a colleague can't find anywhere, and the reports with their files.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { expectNoAxeViolations } from "./harness/browser.ts"
import { type DemoPeople, openDemo } from "./harness/demo-people.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })

const matter_name = "Whitcombe, Iris"
let people: DemoPeople
let page: Page
before(async () => {
  people = await openDemo(service, browser)
  page = await people.openStaff({ name: "Eleanor Hartwell" })
})

const main = () => page.getByRole("main")
const follow = (name: string | RegExp) => main().getByRole("link", { name }).first().click()
const press = (name: string | RegExp) => main().getByRole("button", { name }).first().click()
const titled = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const goOn = (on: Page, name: string) =>
  on.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).first().click()

test("a partner's day: a conflict check before a new matter, a restriction, and the reports", async () => {
  await checkForConflicts()
  await createMatter()
  await restrictIt()
  const address = page.url()
  for (const name of ["Tomás Beltrán", "Marcus Pryce"]) await findNothing(name, address)
  await readFigures()
})

/** The firm knows a new client's husband under another spelling; the decision is recorded. */
async function checkForConflicts(): Promise<void> {
  await page.goto("/console")
  await goOn(page, "Conflict check")
  await page.getByLabel("Name, email or phone of a person or organization").fill("Declan ONeill")
  await press("Check")
  const row = main()
    .getByRole("row", { name: /Declan O’Neil/ })
    .first()
  await row.getByText("O’Neil-Ștefănescu, Siobhán and Andrei").waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel("No conflict", { exact: true }).check()
  await page
    .getByLabel("Why (optional)")
    .fill("Brother of a client, in another matter. Nobody opposes anybody.")
  await press("Record the check")
  await titled("Conflict check: Declan ONeill")
  await main().getByText("Nobody opposes anybody.").waitFor()
  await main()
    .getByText(/Eleanor Hartwell/)
    .first()
    .waitFor()
  await goOn(page, "Conflict check")
  await main().getByRole("link", { name: "Declan ONeill" }).waitFor()
}

async function createMatter(): Promise<void> {
  await goOn(page, "Matters")
  await follow("New matter")
  await page.getByLabel("Estate Planning").check()
  await page.getByLabel("Name of the matter").fill(matter_name)
  await page.getByLabel("First name (if you know it)").first().fill("Iris")
  await page.getByLabel("Last name (if you know it)").first().fill("Whitcombe")
  await page.getByLabel("I will share the link myself").check()
  await press("Create the matter")
  await titled(matter_name)
}

async function restrictIt(): Promise<void> {
  await page.locator("#head-status > summary").click()
  await follow(/^Restrict/)
  await page.getByLabel("Only certain people").check()
  assert.ok(await page.getByLabel("Eleanor Hartwell (you)").isChecked())
  await expectNoAxeViolations(page)
  await press("Save")
  await titled(matter_name)
  await main().getByText("Who may see the matter was changed.").waitFor()
}

/** It is not in the list or its download, the search, or at its URL, even for an admin who is not on its list. */
async function findNothing(name: string, address: string): Promise<void> {
  const colleague = await people.openStaff({ name })
  await colleague.goto("/console")
  await goOn(colleague, "Matters")
  await colleague.getByLabel("Name or file number").fill("Whitcombe")
  await colleague.getByRole("button", { name: "Apply" }).click()
  await colleague.getByText("No matching matters").waitFor()
  await colleague.getByRole("link", { name: "Clear all filters" }).click()
  await colleague.locator("#export > summary").click()
  const list = await download(colleague, "Table (CSV)")
  assert.match(list, /Goldfarb/)
  assert.doesNotMatch(list, /Whitcombe/)
  await colleague.getByRole("button", { name: "Search" }).first().click()
  const dialog = colleague.getByRole("dialog", { name: "Search" })
  await dialog.getByRole("combobox").fill("Goldfarb")
  await dialog
    .getByRole("option", { name: /Goldfarb/ })
    .first()
    .waitFor()
  await dialog.getByRole("combobox").fill("Whitcombe")
  await dialog
    .getByRole("option", { name: /Goldfarb/ })
    .first()
    .waitFor({ state: "detached" })
  assert.equal(await dialog.getByRole("option", { name: /Whitcombe/ }).count(), 0)
  assert.equal((await colleague.goto(address))?.status(), 404)
  assert.doesNotMatch(await colleague.getByRole("main").innerText(), /Whitcombe|Iris/)
  await colleague.context().close()
}

const csvOf = (table: string) => new RegExp(`^CSV ${table}$`, "i")

/** Every number on the page is in its file. */
async function readFigures(): Promise<void> {
  await goOn(page, "Reports")
  await titled("Reports")
  await expectNoAxeViolations(page)
  for (const table of ["by month", "by questionnaire", "where clients stop", "current workload"]) {
    const [, ...rows] = (await download(page, csvOf(table))).trim().split("\r\n")
    assert.ok(rows.length > 0, table)
  }
  const [, ...months] = (await download(page, csvOf("by month"))).trim().split("\r\n")
  const sum = (column: number) => months.reduce((all, row) => all + Number(row.split(",")[column]), 0)
  const funnel = main().getByRole("listitem")
  for (const [column, step] of ["Opened", "Invited", "Started", "Submitted", "Completed"].entries()) {
    const shown = await funnel.filter({ hasText: new RegExp(`^${step}`) }).innerText()
    assert.match(shown.replace(/\s+/g, " "), new RegExp(`^${step} ${sum(column + 1)} `))
  }
}

async function download(on: Page, name: string | RegExp): Promise<string> {
  // Waits for the page's scripts, or the click would go without them.
  await on.waitForLoadState()
  const waiting = on.waitForEvent("download")
  await on.getByRole("link", { name }).first().click()
  return readFile(await (await waiting).path(), "utf8")
}
