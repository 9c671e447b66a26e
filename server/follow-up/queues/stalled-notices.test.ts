import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { changeSettings, changeSuspension } from "../../firm/firms/firms.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { closeMatter, markCompleted, markSubmitted } from "../../intake/matters/lifecycle.ts"
import { remindClients } from "../../intake/reminders/remind.ts"
import { sql } from "../../platform/db/sql.ts"
import { notifyOfStalled } from "./stalled-notices.ts"

const start = new Date("2027-03-02T15:00:00Z")
let now = start
const service = provideService({ clock: () => now })

const day_ms = 24 * 3_600_000

/** A new matter whose client has a link. */
async function newMatter() {
  now = start
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id } = intake
  await firm.run(async (tx) => {
    await assignMatter(tx, matter_id, firm.admin.user_id)
    await createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com" })
  })
  return { firm, intake, matter_id }
}

/** How many stalls are notified the given number of days after the start. */
function notifyOn(days: number, firm: TestFirm): Promise<number> {
  now = new Date(start.getTime() + days * day_ms)
  return notifyOfStalled(service, firm.firm_id)
}

const notifiedIn = (firm: TestFirm) => firm.all(sql`select from staff_notifications where kind = 'stalled'`)

test("a stalled matter causes one notification, after the firm's days, however many workers run", async () => {
  const { firm } = await newMatter()
  assert.equal(await notifyOn(13.9, firm), 0)
  now = new Date(start.getTime() + 14.1 * day_ms)
  const counts = await Promise.all([1, 2, 3].map(() => notifyOfStalled(service, firm.firm_id)))
  assert.deepEqual(counts.toSorted(), [0, 0, 1])
  assert.equal(await notifyOn(18, firm), 0)
  assert.equal((await notifiedIn(firm)).length, 1)
})

test("after an answer or a reminder it can stall again, with another notification", async () => {
  const { firm, intake, matter_id } = await newMatter()
  assert.equal(await notifyOn(15, firm), 1)
  const answer = { question_id: intake.ids.has_will, value: true }
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, answer), intake.client)
  assert.equal(await notifyOn(28, firm), 0)
  assert.equal(await notifyOn(30, firm), 1)
  await firm.run((tx) => remindClients(tx, service, matter_id))
  assert.equal(await notifyOn(43, firm), 0)
  assert.equal(await notifyOn(45, firm), 1)
  assert.equal((await notifiedIn(firm)).length, 3)
})

test("the firm's own number of days applies, and an old stall causes no notification", async () => {
  const { firm } = await newMatter()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stalled_days: 3 }))
  assert.equal(await notifyOn(2, firm), 0)
  assert.equal(await notifyOn(11, firm), 0)
  const other = await newMatter()
  await other.firm.run((tx) => changeSettings(tx, other.firm.firm_id, { stalled_days: 3 }))
  assert.equal(await notifyOn(4, other.firm), 1)
})

test("submitted, completed and closed matters do not stall, and no one is notified in a suspended firm or with the kind off", async () => {
  const ends: ((firm: TestFirm, matter_id: string) => Promise<unknown>)[] = [
    (firm, id) => firm.run((tx) => markSubmitted(tx, id)),
    (firm, id) => firm.run((tx) => markCompleted(tx, id)),
    (firm, id) => firm.run((tx) => closeMatter(tx, id)),
    (firm) => firm.run((tx) => changeSettings(tx, firm.firm_id, { notifications: { stalled: "none" } })),
    (firm) => service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true)),
  ]
  for (const end of ends) {
    const { firm, matter_id } = await newMatter()
    await end(firm, matter_id)
    assert.equal(await notifyOn(15, firm), 0, String(end))
  }
})
