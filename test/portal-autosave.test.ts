// With script: fields autosave. portal-nothing-lost.test.ts covers failures meanwhile, portal-two-people.test.ts
// concurrent edits.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { addAsset } from "../server/intake/assets/editing.ts"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { holdScripts } from "./harness/hold-scripts.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import { newFirmWithPortalIntake } from "./harness/portal-intake.ts"
import type { TestFirm } from "./harness/service.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"
import { watchSaves } from "./harness/watch-saves.ts"

const opened = await openServiceAndBrowser()
const { service, browser } = opened

test("a field is saved by itself after the last keystroke, and the page says when", async () => {
  const { page, firm, matter_id } = await start()
  await page.getByLabel("First name", { exact: true }).pressSequentially("Maria")
  await untilSaved(page)
  assert.equal(await firstName(firm, matter_id), "Maria")
  assert.deepEqual(await pendingChangesOf(page), {})
  await screenshot(page, "30-saved")
  await expectNoAxeViolations(page)
})

test("what is typed before the script has loaded is saved too", async () => {
  const { page, firm, matter_id } = await start()
  const loadScripts = await holdScripts(page)
  await page.goto(page.url(), { waitUntil: "commit" })
  await page.getByLabel("First name", { exact: true }).fill("Marisol")
  await page.getByLabel("Last name").fill("Ortiz")
  loadScripts()
  await page.getByText(/^Saved \d/).waitFor()
  assert.equal(await firstName(firm, matter_id), "Marisol")
  // After a reload, the browser may fill in values of an earlier visit, which are not the client's latest.
  const { sent } = watchSaves(page)
  const loadAgain = await holdScripts(page)
  await page.reload({ waitUntil: "commit" })
  await page.getByLabel("First name", { exact: true }).evaluate((input: HTMLInputElement) => {
    input.value = "Earlier"
  })
  loadAgain()
  await page.waitForLoadState("load")
  await page.getByLabel("Last name").fill("Ortiz Vega")
  await untilSaved(page)
  assert.doesNotMatch(sent.join(), /Earlier/)
})

test("a follow-up question appears at once", async () => {
  const { page } = await start()
  await page.getByLabel("First name", { exact: true }).fill("Maria")
  await page.getByLabel("Last name").fill("Ortiz")
  await untilSaved(page)
  await page.goto("/portal")
  await page.getByRole("link", { name: "Your situation" }).first().click()
  assert.equal(await page.getByLabel("What country").count(), 0)
  await page.getByLabel("Something else").check()
  await page.getByLabel("What country").fill("Romania")
  await untilSaved(page)
  await page.getByLabel("U.S. citizen").check()
  assert.equal(await page.getByLabel("What country").isVisible(), false)
  await page.getByLabel("Something else").check()
  assert.equal(await page.getByLabel("What country").inputValue(), "Romania")
  await page.getByLabel("Social Security number").waitFor()
})

test("sensitive answers never touch the browser's storage, and signing out empties it", async () => {
  const { page } = await start()
  await page.getByLabel("First name", { exact: true }).fill("Maria")
  await page.getByLabel("Last name").fill("Ortiz")
  await untilSaved(page)
  await page.goto("/portal")
  await page.getByRole("link", { name: "Your situation" }).first().click()
  await page.getByLabel("U.S. citizen").check()
  await page.getByLabel("Social Security number").waitFor()
  await page.route("**/portal/fields", (route) => route.abort())
  await page.getByLabel("Social Security number").pressSequentially("123-45-6789")
  assert.doesNotMatch(JSON.stringify(await pendingChangesOf(page)), /\b6789\b/)
  await page.goto("/portal")
  await page.evaluate(() => localStorage.setItem("foyer.outbox.test", "{}"))
  await page.getByRole("link", { name: "Your situation" }).first().click()
  await page.waitForURL("**/portal/sections/**")
  await page.goBack()
  page.on("dialog", (dialog) => void dialog.accept())
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByText("You are signed out").waitFor()
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [])
})

test("one person at two levels of a role: the page names them, and saves both levels once they differ", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const page = await openPageOf(opened, intake.ada.cookies, { width: 360, height: 640 })
  const { ids, main, child, other_child } = intake
  await page.goto(intake.pageOf(ids.executor, `${ids.executor}/${main}`))
  const choose = (level: number, id: string) => page.locator(`#level_${level}`).selectOption(id)
  await choose(1, child)
  await untilSaved(page)
  await choose(2, child)
  const told = page.getByText("Not saved yet: Cleo Smith is chosen more than once. Choose each person once.")
  await told.waitFor()
  await screenshot(page, "37-twice")
  await expectNoAxeViolations(page)
  const levels = async () =>
    (await firm.request("GET", `/v1/matters/${intake.matter_id}/roles`)).body.roles[0].assignments.map(
      (level: { contacts: string[] }) => level.contacts,
    )
  assert.deepEqual(await levels(), [[child]])
  // The two swap levels, one click after the other: nothing stays pending.
  await choose(1, other_child)
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("foyer.outbox.")))
  assert.deepEqual(await levels(), [[other_child], [child]])
})

test("owners and their shares are saved while one chooses, and “shared” is not finished without a name", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const page = await openPageOf(opened, intake.ada.cookies, { width: 360, height: 640 })
  const { ids, main, child, matter_id, pageOf } = intake
  const asset_id = await firm.run((tx) =>
    addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "Cabin", owner_type: "main" }),
  )
  const owned = async () => {
    const { owner_value, owners } = (await firm.request("GET", `/v1/matters/${matter_id}/record`)).body
      .assets[0]
    return [owner_value, ...owners.map(({ share }: { share: string | null }) => share)]
  }
  await page.goto(pageOf(ids.home, asset_id))
  const owner = (id: string) => page.locator(`#owners-field [value="${id}"]`)
  assert.equal(await owner(child).isVisible(), false)
  await page.locator("[name=owner_type][value=other]").check()
  await untilSaved(page)
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByRole("alert").getByText("Who owns it?").waitFor()
  await owner(main).check()
  await owner(child).check()
  await page.locator(`[id="share.${main}"]`).fill("60")
  // The rest fills itself, and follows what is typed.
  const rest = page.locator(`[id="share.${child}"]`)
  assert.equal(await rest.inputValue(), "40")
  await page.locator(`[id="share.${main}"]`).fill("66.67")
  assert.equal(await rest.inputValue(), "33.33")
  await page.locator(`[id="share.${main}"]`).fill("60")
  await untilSaved(page)
  await screenshot(page, "38-owners")
  await expectNoAxeViolations(page)
  assert.deepEqual(await owned(), ["Ada Smith and Cleo Smith", "60.00", "40.00"])
  // Who is no longer chosen takes the share along.
  await owner(child).uncheck()
  await untilSaved(page)
  assert.deepEqual(await owned(), ["Ada Smith", "60.00"])
})

async function start(): Promise<{ page: Page; firm: TestFirm; matter_id: string }> {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key, matter_id } = await inviteClient(service, firm, {
    email: "maria@example.com",
    first_name: "Maria",
  })
  const page = await browser.newPage({ base_url: service.base_url, width: 360, height: 640 })
  await page.goto(`/invite/${invite_key}`)
  await page.getByRole("button", { name: "Start" }).click()
  await page.getByLabel("First name", { exact: true }).waitFor()
  return { page, firm, matter_id }
}

async function firstName(firm: TestFirm, matter_id: string): Promise<string> {
  const row = await firm.one<{ first_name: string }>(sql`
      select c.first_name from contacts c join matters m on m.contact_main_id = c.id where m.id = ${matter_id}`)
  return row.first_name
}

/** Pending changes in the browser's storage. */
function pendingChangesOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("foyer.outbox."))),
  )
}
