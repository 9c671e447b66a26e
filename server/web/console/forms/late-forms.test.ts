import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { Secret, TOTP } from "otpauth"
import type { Page } from "playwright-core"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { openBrowser, type TestBrowser } from "../../../../test/harness/browser.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { enterConsole } from "../../../../test/harness/staff-browser.ts"
import { findLateForm, removeOldLateForms, saveLateForm } from "../../../firm/access/late-forms.ts"
import { consoleOwner } from "../../../firm/access/page-owner.ts"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { enableSecondFactor, newSecondFactor } from "../../../firm/users/sign-in/second-factor.ts"
import { listNotes } from "../../../follow-up/notes/notes.ts"
import { sql } from "../../../platform/db/sql.ts"

let now = new Date("2026-03-02T09:30:00Z")
let service: TestService
let browser: TestBrowser
before(async () => {
  service = await openTestService({ listen: true, clock: () => now, own_database: true })
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await service.close()
})

const words = "Please look at the date once more.\nYour passport says something else, and so does your will."

/** The most recently added member of staff. */
function newest(firm: TestFirm): Promise<{ id: string; email: string }> {
  return firm.one(
    sql`select id, email from users where is_firm_staff and password_hash is not null order by id desc limit 1`,
  )
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill("violet kettle harbor")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

test("a form typed before the session ended reappears after a two-factor sign-in and is sent only by its button", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ browser, service, firm }, { width: 360 })
  const { id, email } = await newest(firm)
  const secret = newSecondFactor()
  const codeAt = (at: Date) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
  await firm.run((tx) => enableSecondFactor(tx, service.ring, id, { secret, code: codeAt(tx.now) }))
  await page.goto(`/console/matters/${matter_id}/conversation?to=internal`)
  await page.getByLabel("Note or task").fill(words)
  await firm.run((tx) => endSessionsOf(tx, id))
  await page.getByRole("button", { name: "Add for your firm" }).click()
  await page.getByText("Nothing you typed is lost").waitFor()
  const saved = await firm.one<{ form_sealed: string }>(sql`select form_sealed from late_forms`)
  assert.doesNotMatch(saved.form_sealed, literally("passport"), "stored in plain text")

  now = new Date(now.getTime() + 60_000)
  await signIn(page, email)
  await page.getByLabel("Code").fill(codeAt(now))
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByText("What you typed is still here").waitFor()
  assert.equal(await page.getByLabel("Note or task").inputValue(), words)
  const notes = () => firm.run((tx) => listNotes(tx, matter_id))
  assert.equal((await notes()).length, 0, "sent without pressing the button")
  await page.getByRole("button", { name: "Add for your firm" }).click()
  await page.getByText("The note was added.").waitFor()
  assertEach(await notes(), (each) => each.text, [words])
  assert.equal((await firm.all(sql`select from late_forms`)).length, 0)
  await page.context().close()
})

test("a form sent after the firm began to require two-factor authentication reappears once it is set up", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ browser, service, firm })
  const url = `/console/matters/${matter_id}/conversation?to=internal`
  await page.goto(url)
  await page.getByLabel("Note or task").fill(words)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { require_second_factor: true }))
  await page.getByRole("button", { name: "Add for your firm" }).click()
  await page.getByText("Nothing you typed is lost").waitFor()
  const notes = () => firm.run((tx) => listNotes(tx, matter_id))
  const secret = (await page.locator("main p code").innerText()).replaceAll(/\s/g, "")
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
  await page.getByLabel("Code from the app").fill(code)
  await page.getByLabel("Your current password").fill("not mine")
  await page.getByRole("button", { name: "Turn it on" }).click()
  await page.locator(".error-summary").waitFor()
  await page.getByLabel("Code from the app").fill(code)
  await page.getByLabel("Your current password").fill("violet kettle harbor")
  await page.getByRole("button", { name: "Turn it on" }).click()
  await page.getByRole("link", { name: "I have saved them" }).click()
  await page.getByText("What you typed is still here").waitFor()
  assert.equal(await page.getByLabel("Note or task").inputValue(), words)
  assert.equal((await notes()).length, 0, "sent without pressing the button")
  await page.getByRole("button", { name: "Add for your firm" }).click()
  await page.getByText("The note was added.").waitFor()
  assert.equal((await notes())[0]?.text, words)
  await page.context().close()
})

test("another member who signs in on the same browser does not see the late form", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ browser, service, firm })
  const { id } = await newest(firm)
  const other = await enterConsole({ browser, service, firm })
  const { email } = await newest(firm)
  await other.context().close()
  await page.goto(`/console/matters/${matter_id}/conversation?to=internal`)
  await page.getByLabel("Note or task").fill(words)
  await firm.run((tx) => endSessionsOf(tx, id))
  await page.getByRole("button", { name: "Add for your firm" }).click()
  await signIn(page, email)
  await page.getByText("What was typed here is no longer available").waitFor()
  assert.ok(!(await page.content()).includes("passport"))
  await page.context().close()
})

test("a late form that edits stored values is checked against changes others have saved meanwhile", async () => {
  const firm = await service.newFirm()
  const page = await enterConsole({ browser, service, firm })
  const { id, email } = await newest(firm)
  await page.goto("/console/settings/firm")
  await page.getByLabel("Contact line").fill("Ask for Ruth at 512-555-0142.")
  await firm.run(async (tx) => {
    await endSessionsOf(tx, id)
    await tx.run(sql`update firms set contact_line = 'Ask for Noor.' where id = current_firm()`)
  })
  await page.getByRole("button", { name: "Save", exact: false }).first().click()
  await signIn(page, email)
  await page.getByText("What you typed is still here").waitFor()
  await page.getByRole("button", { name: "Save", exact: false }).first().click()
  await page.getByText("Someone changed this after you opened it").first().waitFor()
  assert.equal((await firm.run((tx) => getFirm(tx))).contact_line, "Ask for Noor.")
  await page.getByRole("button", { name: "Save", exact: false }).first().click()
  await page.getByRole("status").first().waitFor()
  assert.equal((await firm.run((tx) => getFirm(tx))).contact_line, "Ask for Ruth at 512-555-0142.")
  assert.equal((await firm.all(sql`select from late_forms`)).length, 0)
  await page.context().close()
})

test("a late form is not stored if it carries a password, has no valid page owner, comes from a deactivated member or is too long", async () => {
  const firm = await service.newFirm()
  const page = await enterConsole({ browser, service, firm })
  const { id, email } = await newest(firm)
  await page.goto("/console/account/password")
  await page.locator("input[type=password]").first().fill("violet kettle harbor")
  await firm.run((tx) => endSessionsOf(tx, id))
  await page.locator("main form button").first().click()
  await page.getByLabel("Email").waitFor()
  await signIn(page, email)
  await page.waitForURL("**/console/account/password")
  await page.context().close()

  const page_owner = [consoleOwner.seal(service.ring, [firm.firm_id, id], now)]
  const save = (form: Record<string, string[]>) => saveLateForm(service, "/console/settings/firm", form)
  assert.equal(await save({ name: ["Lee"] }), undefined)
  assert.equal(await save({ name: ["Lee"], page_owner: ["v1.made.up"] }), undefined)
  assert.equal(await save({ name: ["x".repeat(300_001)], page_owner }), undefined)
  assert.ok(await save({ name: ["Lee"], page_owner }))
  await firm.run((tx) => tx.run(sql`update users set deactivated_at = ${tx.now} where id = ${id}`))
  assert.equal(await save({ name: ["Lee"], page_owner }), undefined)
})

test("late forms expire after a day, and only the newest few of each member are kept", async () => {
  const firm = await service.newFirm()
  const { user_id } = firm.admin
  const of = { firm_id: firm.firm_id, user_id, path: "/console/settings/firm" }
  const page_owner = [consoleOwner.seal(service.ring, [firm.firm_id, user_id], now)]
  const saved: string[] = []
  for (let count = 0; count < 12; count++)
    saved.push((await saveLateForm(service, of.path, { name: [`${count}`], page_owner })) ?? "")
  const find = (id = "") => firm.run((tx) => findLateForm(tx, service.ring, { ...of, id }))
  assert.deepEqual((await find(saved[11]))?.name, ["11"])
  assert.equal(await find(saved[1]), undefined)
  now = new Date(now.getTime() + 25 * 3_600_000)
  assert.equal(await find(saved[11]), undefined)
  await service.db.forPlatform(removeOldLateForms)
  assert.equal((await firm.all(sql`select from late_forms`)).length, 0)
})
