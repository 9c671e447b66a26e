// Each staff member's own preferences: channels, scope, and the kinds that are not events.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertNone } from "../../../test/harness/assert-each.ts"
import { queuedJobs } from "../../../test/harness/queued-jobs.ts"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { changeSettings } from "../../firm/firms/firms.ts"
import { changeMember } from "../../firm/users/team.ts"
import { changePreferences, createStaff } from "../../firm/users/users.ts"
import { sql } from "../../platform/db/sql.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { assignMatter } from "../matters/assignment.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { startInvitation } from "../matters/invitations/starting.ts"
import { markStarted, markSubmitted } from "../matters/lifecycle.ts"
import { document_minutes, type NotifiedEvent, notifyOfEvents, notifyStaff } from "./notify.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

/** Ruth has the matter, Max sees only his own, Eve has left; the firm's rules are the defaults. */
async function newOffice() {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id } = intake
  const ids = await firm.run(async (tx) => {
    const ruth = await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" })
    const max = await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" })
    const noor = await createStaff(tx, { email: "noor@example.com", name: "Noor", role: "member" })
    const eve = await createStaff(tx, { email: "eve@example.com", name: "Eve", role: "member" })
    await changeMember(tx, max, { assigned_matters_only: true })
    await changePreferences(tx, eve, { notify_scope: "all" })
    await changeMember(tx, eve, { active: false })
    await assignMatter(tx, matter_id, ruth)
    return { ruth, max, noor, eve }
  })
  const choose = (user_id: string, preferences: Record<string, string>) =>
    firm.run((tx) => changePreferences(tx, user_id, preferences))
  const notify = (about: string, more = {}) =>
    firm.run((tx) => notifyStaff(tx, service, { kind: "submitted", matter_id, about, ...more }))
  return { firm, intake, matter_id, ids, choose, notify }
}

/** All notifications, as `name: kind (channels)`. */
async function notificationsIn(firm: TestFirm): Promise<string[]> {
  const rows = await firm.all<{ line: string }>(sql`
      select coalesce(nullif(split_part(u.name, ' ', 1), ''), u.email) || ': ' || n.kind
             || case when n.waits_for_digest then ' (summary)' else '' end as line
        from staff_notifications n join users u on u.id = n.user_id order by 1`)
  return rows.map(({ line }) => line)
}

async function mailedIn(firm: TestFirm): Promise<string[]> {
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))
  return rows.map(({ recipient, subject }) => `${recipient.split("@")[0]}: ${subject}`).toSorted()
}

/** Runs the queued notifications the given number of times. */
async function notifyQueued(firm: TestFirm, times = 1) {
  const events = await queuedJobs<NotifiedEvent>("notify-staff", firm.firm_id)
  for (let time = 0; time < times; time++) await notifyOfEvents(service, events)
}

test("a later invitee opening their link notifies the assignee once, in the console only; the first one starts the matter", async () => {
  const { firm, matter_id } = await newOffice()
  const invite = (party: "main" | "partner", email: string) =>
    firm.run((tx) => createInvitation(tx, service, { matter_id, party, email }))
  const [ada, ben] = [await invite("main", "ada@example.com"), await invite("partner", "ben@example.com")]
  const start = (id: string) => service.db.forFirm(firm.firm_id, (tx) => startInvitation(tx, id))
  await start(ada.id)
  await notifyQueued(firm)
  assert.deepEqual(await notificationsIn(firm), ["Ruth: started"])
  await start(ben.id)
  await start(ben.id)
  await start(ada.id)
  await notifyQueued(firm, 2)
  assert.deepEqual(await notificationsIn(firm), ["Ruth: invitation_opened", "Ruth: started"])
  assert.deepEqual(await mailedIn(firm), [])
})

test("a client's document after submission causes one notification, and many at once only one", async () => {
  const { firm, intake, matter_id } = await newOffice()
  const { ids, client } = intake
  const add = (name: string) => upload(service, intake, { request_id: ids.statements }, name, name)
  await add("early.txt")
  await firm.run((tx) => markSubmitted(tx, matter_id), client)
  assert.deepEqual(await queuedJobs("notify-staff", firm.firm_id, "document_added"), [])
  await add("late.txt")
  await add("later.txt")
  await upload(
    service,
    { ...intake, client: { firm_id: firm.firm_id, user_id: firm.admin.user_id } },
    { request_id: ids.statements },
    "staff.txt",
    "staff",
  )
  await notifyQueued(firm, 2)
  const documents = async () => (await notificationsIn(firm)).filter((line) => line.includes("document"))
  assert.deepEqual(await documents(), ["Ruth: document_added"])
  const before_them = await queuedJobs("notify-staff", firm.firm_id, "document_added")
  assert.equal(before_them.length, 2, "staff uploads cause no notification")
  now = new Date(now.getTime() + document_minutes * 60_000)
  await add("tomorrow.txt")
  const [last] = (await queuedJobs<NotifiedEvent>("notify-staff", firm.firm_id, "document_added")).slice(-1)
  assert.ok(last)
  await notifyOfEvents(service, [last])
  assert.deepEqual(await documents(), ["Ruth: document_added", "Ruth: document_added"])
  assertNone(await mailedIn(firm), (mail) => mail.includes("Document"))
})

test("each channel is respected: email at once, the summary, the bell only, or nothing", async () => {
  for (const [channel, expected, mailed] of [
    ["email", ["Ruth: stalled"], ["ruth: Stalled: Smith"]],
    ["digest", ["Ruth: stalled (summary)"], []],
    ["foyer", ["Ruth: stalled"], []],
    ["none", [], []],
  ] as const) {
    const { firm, ids, choose, notify } = await newOffice()
    await choose(ids.ruth, { notify_stalled: channel })
    await notify("one", { kind: "stalled" })
    await notify("one", { kind: "stalled" })
    assert.deepEqual(await notificationsIn(firm), expected, channel)
    assert.deepEqual(await mailedIn(firm), mailed, channel)
  }
})

test('scope "all" covers every visible matter, scope "assigned" only one\'s own, and those who left get nothing', async () => {
  const { firm, ids, choose, notify } = await newOffice()
  await choose(ids.noor, { notify_scope: "all", notify_submitted: "foyer" })
  await choose(ids.max, { notify_scope: "all" })
  await notify("one")
  assert.deepEqual(await notificationsIn(firm), ["Noor: submitted", "Ruth: submitted"])
  assert.deepEqual(await mailedIn(firm), ["ruth: Submitted: Smith"])

  const other = await newOffice()
  await other.firm.call(changeSettings, other.firm.firm_id, { notifications: { submitted: "all" } })
  await other.choose(other.ids.noor, { notify_scope: "assigned" })
  await other.notify("one")
  assert.deepEqual(await notificationsIn(other.firm), ["Ada: submitted", "Ruth: submitted"])
})

test("no one is notified of their own actions, whatever their preferences", async () => {
  const { firm, ids, choose, notify } = await newOffice()
  await choose(ids.noor, { notify_scope: "all" })
  await notify("one", { caused_by: ids.noor })
  await notify("two", { caused_by: ids.ruth })
  assert.deepEqual(await notificationsIn(firm), ["Noor: submitted", "Ruth: submitted"])
  assert.deepEqual(await mailedIn(firm), ["noor: Submitted: Smith", "ruth: Submitted: Smith"])
})

test("the admins stand in by email if no one responsible learns of a submission, and the summary counts as learning", async () => {
  const { firm, ids, choose, notify } = await newOffice()
  await choose(ids.ruth, { notify_submitted: "digest" })
  await notify("one")
  assert.deepEqual(await notificationsIn(firm), ["Ruth: submitted (summary)"])
  await choose(ids.ruth, { notify_submitted: "none" })
  await choose(ids.noor, { notify_scope: "all", notify_submitted: "foyer" })
  await notify("two")
  assert.deepEqual(await notificationsIn(firm), [
    "Ada: submitted",
    "Noor: submitted",
    "Ruth: submitted (summary)",
  ])
  assert.deepEqual(await mailedIn(firm), ["ada.admin: Submitted: Smith"])
})

test("the admins do not stand in for kinds that need no answer", async () => {
  const { firm, ids, matter_id, choose, notify } = await newOffice()
  await choose(ids.ruth, { notify_stalled: "none" })
  await notify("one", { kind: "stalled" })
  assert.deepEqual(await notificationsIn(firm), [])
  await firm.run((tx) => assignMatter(tx, matter_id, null))
  await notify("two", { kind: "stalled" })
  assert.deepEqual(await notificationsIn(firm), ["Ada: stalled"])
})

test("what the firm turns off reaches no one, whatever their preferences", async () => {
  const { firm, ids, intake, choose } = await newOffice()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { notifications: { started: "none" } }))
  await choose(ids.ruth, { notify_started: "email", notify_scope: "all" })
  await firm.run((tx) => markStarted(tx, intake.matter_id), intake.client)
  await notifyQueued(firm)
  assert.deepEqual([...(await notificationsIn(firm)), ...(await mailedIn(firm))], [])
})
