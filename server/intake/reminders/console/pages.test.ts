import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { getFirm } from "../../../firm/firms/firms.ts"
import { getMail, listMails } from "../../../platform/mail/outbox.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { startInvitation } from "../../matters/invitations/starting.ts"
import { markSubmitted } from "../../matters/lifecycle.ts"
import { reminderRulesOf } from "../reminders.ts"

const service = provideService()

const staffBrowser = (firm: TestFirm, user_id?: string) => newStaffBrowser(service, firm, user_id)

const page = { page: 1, limit: 100, offset: 0 }
const settingsOf = async (firm: TestFirm) => (await firm.run(getFirm)).settings
const mailsOf = async (firm: TestFirm) => (await firm.run((tx) => listMails(tx, service.ring, page))).rows
const actionsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, page))).rows.map(({ action }) => action)

test("an admin sets the reminder schedule; values out of range are refused with a message", async () => {
  const firm = await service.newFirm()
  const send = await staffBrowser(firm)
  const bad = await send("POST", "/console/settings/reminders", [
    ["by_schedule", "true"],
    ["first_after_days", "0"],
    ["then_every_days", "soon"],
    ["at_most", "3"],
  ])
  assert.equal(bad.status, 400)
  assert.match(
    bad.text,
    /“First reminder after the client has been inactive for” must be a whole number from 1 to 90/,
  )
  assert.match(bad.text, /“Time between reminders” must be a whole number from 1 to 90/)
  assert.equal(reminderRulesOf(await settingsOf(firm)).by_schedule, false)

  const good: [string, string][] = [
    ["by_schedule", "true"],
    ["first_after_days", "10"],
    ["then_every_days", "5"],
    ["at_most", "2"],
  ]
  assert.equal((await send("POST", "/console/settings/reminders", good)).status, 303)
  assert.deepEqual(reminderRulesOf(await settingsOf(firm)), {
    by_schedule: true,
    first_after_days: 10,
    then_every_days: 5,
    at_most: 2,
  })
  assert.deepEqual(await actionsOf(firm), ["reminders_changed"])
})

test("staff send a reminder to a chosen client; the matter's page, list and activity show it", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const invite = (party: "main" | "partner", email: string, first_name: string) =>
    firm.run((tx) => createInvitation(tx, service, { matter_id, party, email, first_name }))
  const ada = await invite("main", "ada@example.com", "Ada")
  await invite("partner", "ben@example.com", "Ben")
  await service.db.forFirm(firm.firm_id, (tx) => startInvitation(tx, ada.id))
  const send = await staffBrowser(firm)
  const home = `/console/matters/${matter_id}`
  assert.match((await send("GET", home)).text, new RegExp(`href="${home}/reminders"`))
  const response = await send("GET", `${home}/reminders`)
  assert.match(response.text, /Ada \(client\)/)
  assert.match(response.text, /About you: Date of birth/)
  assert.equal((await send("POST", `${home}/reminders`)).status, 400)
  assert.deepEqual(await mailsOf(firm), [])

  const form: [string, string][] = [
    ["invitation", ada.id],
    ["message", "We would like to meet on Friday."],
  ]
  assert.equal((await send("POST", `${home}/reminders`, form)).status, 303)
  const [mail, ...others] = await mailsOf(firm)
  assert.deepEqual([mail?.recipient, others.length], ["ada@example.com", 0])
  const { text } = await firm.run((tx) => getMail(tx, service.ring, mail?.id ?? ""))
  assert.match(text, /We would like to meet on Friday\./)
  assert.match((await send("GET", `${home}/activity`)).text, /Reminded Ada by email/)
  assert.match((await send("GET", `${home}/invitations/${ada.id}`)).text, /Reminded<\/dt><dd[^>]*><time/)
  assert.equal((await send("POST", `${home}/reminders`, form)).status, 409)
  assert.deepEqual(await actionsOf(firm), ["clients_reminded"])

  await firm.run((tx) => markSubmitted(tx, matter_id))
  assert.match((await send("GET", `${home}/reminders`)).text, /The client has sent everything in\./)
  assert.doesNotMatch((await send("GET", home)).text, new RegExp(`href="${home}/reminders"`))
})

test("turning a matter's reminders off shows on its page and in its activity", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  await firm.call(createInvitation, service, { matter_id, party: "main", email: "ada@example.com" })
  const send = await staffBrowser(firm)
  const home = `/console/matters/${matter_id}`
  assert.equal((await send("POST", `${home}/reminder-schedule`, [["turn", "off"]])).status, 303)
  assert.match((await send("GET", home)).text, /Scheduled reminders are off for this matter\./)
  assert.match((await send("GET", `${home}/activity`)).text, /Scheduled reminders/)
  assert.equal((await send("POST", `${home}/reminder-schedule`, [["turn", "on"]])).status, 303)
  assert.match((await send("GET", home)).text, /You remind clients by hand\./)
  assert.deepEqual(await actionsOf(firm), ["matter_reminders_on", "matter_reminders_off"])
})
