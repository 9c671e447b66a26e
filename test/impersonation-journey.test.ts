// Staff correct something for a client on the phone, in a real browser; the client then sees who changed what.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, screenshot } from "./harness/browser.ts"
import type { Cookies } from "./harness/cookies.ts"
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
