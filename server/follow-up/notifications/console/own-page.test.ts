import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations } from "../../../../test/harness/browser.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser, seenIn } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { actAs } from "../../../platform/db/act-as.ts"
import { notifyStaff } from "../notify.ts"
import { default_channels, readOwnNotifications } from "../preferences.ts"

const { service, browser } = await openServiceAndBrowser()
const own = "/console/account/notifications"

for (const [width, javascript] of [
  [360, true],
  [1280, true],
  [360, false],
] as const)
  test(`members choose how they are notified, at ${width} px ${javascript ? "with" : "without"} script`, async () => {
    const firm = await service.newFirm()
    const page = await enterConsole({ browser, service, firm }, { javascript, width, height: 740 })
    await page.goto("/console/account")
    await page.getByRole("link", { name: "Change your notifications" }).click()
    await page.getByRole("heading", { level: 1, name: "Your notifications" }).waitFor()
    const radio = (name: string) => page.getByRole("radio", { name, exact: true })
    assert.ok(await radio("A client submits: Email immediately").isChecked())
    assert.ok(await radio("A matter stalls: In Foyer only").isChecked())
    assert.ok(await radio("Never").isChecked())
    if (javascript) {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      await expectNoAxeViolations(page, { also_dark: true })
    }
    await radio("A client submits: Daily summary").check()
    await radio("A matter stalls: Not at all").check()
    await radio("All matters I may see").check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("link", { name: /Choose the days of the daily summary/ }).waitFor()
    assert.ok(await radio("A matter stalls: Not at all").isChecked(), "the choice is preserved")
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await radio("Monday to Friday").check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Your notifications were changed.").waitFor()
    await page.getByText("Monday to Friday").waitFor()
    await page.goto(own)
    assert.ok(await radio("A client submits: Daily summary").isChecked())
    assert.ok(await radio("All matters I may see").isChecked())
    await page.context().close()
  })

test("a choice affects only the member who made it, from then on, and is in the audit log", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm)
  const { matter_id } = await newIntake(firm)
  await firm.run((tx) => assignMatter(tx, matter_id, user_id))
  const staff = await newStaffBrowser(service, firm, user_id)
  const tell = (about: string) =>
    firm.run((tx) => notifyStaff(tx, service, { kind: "message", matter_id, about }))
  assert.equal(await tell("one"), 1)
  const choices = { ...default_channels, message: "digest", scope: "firm", digest: "daily" }
  assert.equal((await staff("POST", own, choices)).status, 303)
  assert.equal(await tell("two"), 0)
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 9, offset: 0 }))
  assert.deepEqual(
    rows.map(({ action }) => action).filter((action) => action === "own_notifications_changed"),
    ["own_notifications_changed"],
  )
  const ofAdmin = await firm.run(async (tx) => {
    await actAs(tx, firm.admin.user_id)
    return readOwnNotifications(tx)
  })
  assert.deepEqual(ofAdmin, { channels: default_channels, scope: "firm", digest: "off" })
})

test("unknown choices are refused with a message, and so is a stale form", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const choices = { ...default_channels, scope: "firm", digest: "off" }
  const bad = await staff("POST", own, { ...choices, message: "fax", scope: "" })
  assert.equal(bad.status, 400)
  assert.match(bad.text, /Choose how you are notified: A client writes a message\./)
  assert.match(bad.text, /Choose which matters you are notified about\./)
  const seen = seenIn((await staff("GET", own)).text) ?? ""
  assert.equal((await staff("POST", own, { ...choices, message: "none" })).status, 303)
  const late = await staff("POST", own, { ...choices, stalled: "email", seen })
  assert.equal(late.status, 409)
  assert.match(late.text, /What is stored now/)
})

test("a kind the firm turned off shows as off and keeps the member's choice; limited members choose no scope", async () => {
  const firm = await service.newFirm()
  const user_id = await firm.run(async (tx) => {
    const id = await createStaff(tx, { email: "max@example.com", name: "Max Lee", role: "member" })
    await changeMember(tx, id, { assigned_matters_only: true })
    return id
  })
  const staff = await newStaffBrowser(service, firm, user_id)
  assert.doesNotMatch((await staff("GET", own)).text, /All matters I may see|asks to become a client/)
  await staff("POST", own, { ...default_channels, submitted: "none", digest: "off" })
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { notifications: { submitted: "none" } }))
  assert.match((await staff("GET", own)).text, /Your firm’s notification rules turn this off for everyone\./)
  const { submitted: _, ...others } = default_channels
  assert.equal((await staff("POST", own, { ...others, digest: "off" })).status, 303)
  const { channels } = await firm.run(async (tx) => {
    await actAs(tx, user_id)
    return readOwnNotifications(tx)
  })
  assert.equal(channels.submitted, "none")
})
