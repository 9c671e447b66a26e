// Uses a real browser with a virtual authenticator that stores passkeys and verifies its user.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { openBrowser, type TestBrowser } from "../../../../test/harness/browser.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { enterConsole } from "../../../../test/harness/staff-browser.ts"
import { plugIn } from "../../../../test/harness/virtual-authenticator.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { listNotes } from "../../../follow-up/notes/notes.ts"
import { sql } from "../../../platform/db/sql.ts"
import { listMails } from "../../../platform/mail/outbox.ts"

const service = provideService({ listen: true, host: "localhost" })
let browser: TestBrowser
before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
})

const password = "violet kettle harbor"

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/console/account")
  await page.getByRole("link", { name: "Add a passkey" }).click()
  await page.getByLabel("Name of this device").fill("Ruth’s phone")
  await page.getByLabel("Your current password").fill(password)
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await page.getByText("The passkey was added.").waitFor()
}

const open = async (firm: TestFirm) => enterConsole({ browser, service, firm }, { javascript: true })

/** Compares only the path: the sign-in page's query contains the same text. */
const waitForTeam = (page: Page) => page.waitForURL(({ pathname }) => pathname === "/console/settings/team")

test("a passkey signs in its owner without password or code, only on its own site", async () => {
  const firm = await service.newFirm()
  const page = await open(firm)
  await plugIn(page)
  await addPasskey(page)
  await page.context().clearCookies()
  await page.goto("/console/sign-in?next=/console/settings/team")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await waitForTeam(page)
  await page.goto("/console/account")
  assert.match(await page.locator("main").innerText(), /Ruth’s phone/)
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
  assert.ok(rows.some(({ subject }) => subject === "A passkey was added"))
})

test("a form typed before the session ended reappears after a passkey sign-in, unsent", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await open(firm)
  await plugIn(page)
  await addPasskey(page)
  const words = "Please look at the date once more."
  await page.goto(`/console/matters/${matter_id}/conversation?to=internal`)
  await page.getByLabel("Note or task").fill(words)
  await firm.write(sql`delete from sessions`)
  // Sent as by a browser that has not loaded the script yet.
  await page.locator("#composer").evaluate((form) => form.removeAttribute("data-in-place"))
  await page.getByRole("button", { name: "Add for your firm" }).click()
  await page.getByText("Nothing you typed is lost").waitFor()
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText("What you typed is still here").waitFor()
  assert.equal(await page.getByLabel("Note or task").inputValue(), words)
  assert.deepEqual(await firm.run((tx) => listNotes(tx, matter_id)), [])
})

test("a passkey counts as both factors if the firm requires two", async () => {
  const firm = await service.newFirm()
  const page = await open(firm)
  await plugIn(page)
  await addPasskey(page)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { require_second_factor: true }))
  await page.goto("/console/settings/team")
  assert.ok(!page.url().endsWith("/console/settings/team"), "a password alone sufficed")
  await page.context().clearCookies()
  await page.goto("/console/sign-in?next=/console/settings/team")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await waitForTeam(page)
})

test("a credential works once, only for its own challenge, and not after the passkey is removed", async () => {
  const firm = await service.newFirm()
  const page = await open(firm)
  await plugIn(page)
  await addPasskey(page)
  await page.context().clearCookies()
  await page.goto("/console/sign-in")
  const posted = page.waitForRequest((request) => request.method() === "POST")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  const body = (await posted).postData() ?? ""
  await page.waitForURL("**/console")
  const post = (payload: string) =>
    service.app.inject({
      method: "POST",
      url: "/console/passkey",
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    })
  assert.equal((await post(body)).statusCode, 429)
  const fresh = new URLSearchParams(body)
  const { body: html } = await service.app.inject({ url: "/console/sign-in" })
  fresh.set("offer", /name="offer" value="([^"]+)"/.exec(html)?.[1] ?? "")
  assert.equal((await post(fresh.toString())).statusCode, 403)

  await page.goto("/console/account")
  await page.getByText("Remove a passkey").click()
  await page.getByRole("radio").first().check()
  await page.getByLabel("Your current password").fill(password)
  await page.getByRole("button", { name: "Remove the passkey" }).click()
  await page.getByText("The passkey was removed.").waitFor()
  await page.context().clearCookies()
  await page.goto("/console/sign-in")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText(/passkey does not work here/).waitFor()
})

test("a device that does not verify its user cannot sign in", async () => {
  const firm = await service.newFirm()
  const page = await open(firm)
  const { session, authenticatorId } = await plugIn(page)
  await addPasskey(page)
  await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
  await page.context().clearCookies()
  await page.goto("/console/sign-in")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText("The passkey did not respond.").waitFor()
})

test("a passkey of a deactivated member, or one added without the password, does not work", async () => {
  const firm = await service.newFirm()
  const page = await open(firm)
  await plugIn(page)
  await page.goto("/console/account/passkeys/new")
  await page.getByLabel("Your current password").fill("not the password at all")
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await page.getByText("This is not your current password.").first().waitFor()
  const count = () => firm.one<{ count: number }>(sql`select count(*) from passkeys`)
  assert.equal((await count()).count, 0)

  await addPasskey(page)
  await firm.write(sql`update users set deactivated_at = now() where name = 'Ruth Pryce'`)
  await page.context().clearCookies()
  await page.goto("/console/sign-in")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByText(/passkey does not work here/).waitFor()
})
