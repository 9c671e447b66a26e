// Staff correct something for a client on the phone, in a real browser; the client then sees who changed what.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { fillIn } from "./contract/sample-firm.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, screenshot } from "./harness/browser.ts"
import type { Cookies } from "./harness/cookies.ts"
import { crawl } from "./harness/crawl.ts"
import { newFirmWithPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import type { TestFirm } from "./harness/service.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { newStaff } from "./harness/staff.ts"
import { signInStaff } from "./harness/staff-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"

const opened = await openServiceAndBrowser()
const { service } = opened

/** The cookies of Dana Reyes, an admin. */
async function signInDana(firm: TestFirm): Promise<Cookies> {
  const email = `dana.${firm.firm_id}@firm.example`.toLowerCase()
  const { user_id } = await newStaff(firm, { email, name: "Dana Reyes", role: "admin" })
  return signInStaff(firm, user_id)
}

const firstName = async (firm: TestFirm, intake: PortalIntake) =>
  (await firm.one<{ first_name: string }>(sql`select first_name from contacts where id = ${intake.main}`))
    .first_name

async function look(page: Page, name: string): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, name)
}

test("staff begin, change a name and an answer, and stop; the client sees who did, on a phone in dark mode", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  // The client is signed in to the same browser, and stays signed in.
  const cookies = new Map([...(await signInDana(firm)), ...intake.ada.cookies])
  const page = await openPageOf(opened, cookies, { width: 360, dark: true })
  await page.goto(`/console/matters/${intake.matter_id}`)
  await page.getByRole("main").getByText("More", { exact: true }).first().click()
  await page.getByRole("link", { name: "Edit for the client" }).click()
  await page.getByRole("button", { name: "Edit for the client" }).waitFor()
  await look(page, "70-behalf-begin-360")
  await page.getByRole("button", { name: "Edit for the client" }).click()
  await page.getByText(/You are changing .* matter for them, as Dana Reyes/).waitFor()
  await look(page, "71-behalf-home-360")

  await page.goto(intake.names.replace("/portal", `/impersonation/${intake.matter_id}`))
  await page.getByLabel("First name", { exact: true }).fill("Annabel")
  await untilSaved(page)
  assert.equal(await firstName(firm, intake), "Annabel")
  await look(page, "72-behalf-name-360")
  await page.goto(intake.pageOf(intake.ids.has_will).replace("/portal", `/impersonation/${intake.matter_id}`))
  await page.getByLabel("No", { exact: true }).check()
  await untilSaved(page)

  const otherTab = await page.context().newPage()
  await otherTab.goto("/portal")
  assert.equal(await otherTab.getByText("You are changing").count(), 0)

  await page.getByRole("button", { name: "Stop" }).click()
  await page.getByText("You are no longer changing this matter for the client.").waitFor()
  await page.goto(`/impersonation/${intake.matter_id}`)
  assert.match(page.url(), /\/console\/matters\/[^/]+\/impersonation$/)

  const client = await openPageOf(opened, intake.ada.cookies, { width: 360, dark: true })
  await client.goto("/portal")
  await client.getByText(/Dana Reyes of Hartwell & Pryce changed 2 answers/).waitFor()
  await look(client, "73-behalf-told-360")
  await client.goto(intake.names)
  await client.getByText(/Changed by Dana Reyes of Hartwell & Pryce, /).waitFor()
  await look(client, "74-behalf-marked-360")
  await client.getByLabel("First name", { exact: true }).fill("Anna")
  await untilSaved(client)
  await client.reload()
  assert.equal(await client.getByText(/Changed by Dana Reyes/).count(), 0, "her own answer is hers again")
})

test("every page open to staff works, on a phone, in dark mode, and in Spanish", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  await fillIn(service, intake)
  const page = await openPageOf(opened, await signInDana(firm), { width: 360, dark: true })
  await page.goto(`/console/matters/${intake.matter_id}/impersonation`)
  await page.getByRole("button", { name: "Edit for the client" }).click()
  const home = `/impersonation/${intake.matter_id}`
  const { patterns, broken } = await crawl(page, {
    start: `${service.base_url}${home}?lang=es`,
    prefix: home,
    of_each: 1,
    read: (html, pattern) => assert.match(html, /Está modificando el asunto de .*, como Dana Reyes/, pattern),
    req: async () => {
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    },
  })
  assert.deepEqual(broken, [])
  assert.ok(patterns.length > 20, `${patterns.length} pages`)
})

test("typing at the time an impersonation ends is kept, and saved once it begins again", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const page = await openPageOf(opened, await signInDana(firm))
  await page.goto(`/console/matters/${intake.matter_id}/impersonation`)
  await page.getByRole("button", { name: "Edit for the client" }).click()
  await page.goto(intake.names.replace("/portal", `/impersonation/${intake.matter_id}`))
  await firm.write(sql`update impersonations set expires_at = to_timestamp(0)`)
  await page.getByLabel("First name", { exact: true }).fill("Annabel")
  const again = page.getByRole("link", { name: "Start again in a new tab" })
  await again.waitFor()
  await look(page, "75-behalf-ended")
  const [tab] = await Promise.all([page.context().waitForEvent("page"), again.click()])
  await tab.getByRole("button", { name: "Edit for the client" }).click()
  await tab.getByText(/You are changing/).waitFor()
  await tab.close()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await untilSaved(page)
  assert.equal(await firstName(firm, intake), "Annabel")
})
