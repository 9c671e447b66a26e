import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newFirmWithIntake, newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { deactivateMember } from "../../intake/matters/deactivation.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import { openTopic } from "../../intake/messages/writing.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { listNotes } from "../notes/notes.ts"
import { listPlanned, planMessage, sendPlannedMessages, takeBack } from "./planned-messages.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const send = (firm: TestFirm) => sendPlannedMessages(service, firm.firm_id)
const written = async (firm: TestFirm, matter_id: string) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/messages`)).body.results.map(
    ({ text, topic, user }: { text: string; topic: { subject: string }; user: { id: string } }) => [
      text,
      topic.subject,
      user.id,
    ],
  )

async function newPlan({ in_hours = 17, topic_id = null as string | null } = {}) {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { user_id: author } = await newStaff(firm)
  const message = {
    id: newId("message"),
    topic_id,
    subject: "Thursday",
    text: "Shall we meet?",
    send_at: hours(in_hours),
  }
  const plan = (change: Partial<typeof message> = {}, user_id = author) =>
    firm.run((tx) => planMessage(tx, service.ring, matter_id, { ...message, ...change }), { user_id })
  await plan()
  const planned = () => firm.run((tx) => listPlanned(tx, service.ring, matter_id))
  return { firm, matter_id, author, message, plan, planned }
}

test("a planned message is written at its time, once, by its author, whatever processes send at the same time", async () => {
  const { firm, matter_id, author, planned } = await newPlan()
  assert.equal(await send(firm), 0)
  assert.deepEqual(await written(firm, matter_id), [], "before, the API does not have it")
  now = hours(18)
  const counts = await Promise.all([send(firm), send(firm), send(firm)])
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    1,
  )
  assert.deepEqual(await written(firm, matter_id), [["Shall we meet?", "Thursday", author]])
  assert.deepEqual(await planned(), [])
  assert.equal(await send(firm), 0)
})

test("until then its author can change it and anyone take it back; what was sent or taken back cannot be", async () => {
  const { firm, matter_id, message, plan, planned } = await newPlan()
  await plan({ text: "Shall we meet at ten?", send_at: hours(40) })
  assertEach(await planned(), ({ text, send_at }) => [text, send_at], [["Shall we meet at ten?", hours(40)]])
  await assert.rejects(plan({ text: "No" }, firm.admin.user_id), { code: "not_yours" })
  await assert.rejects(plan({ send_at: hours(-1) }), { kind: "bad_request" })
  now = hours(20)
  assert.equal(await send(firm), 0, "its first time no longer counts")
  await firm.run((tx) => takeBack(tx, matter_id, message.id))
  await assert.rejects(firm.call(takeBack, matter_id, message.id), { kind: "conflict" })
  now = hours(40)
  assert.equal(await send(firm), 0)
  await plan({ send_at: hours(1) })
  now = hours(2)
  assert.equal(await send(firm), 1)
  await assert.rejects(plan({ send_at: hours(1) }), { code: "message_sent" })
})

test("what a colleague has taken back is not said to be sent", async () => {
  const { firm, matter_id, message } = await newPlan()
  await firm.call(takeBack, matter_id, message.id)
  await assert.rejects(firm.call(takeBack, matter_id, message.id), { code: "taken_back" })
})

for (const [why, end] of [
  ["closed", (tx, matter_id) => closeMatter(tx, matter_id)],
  [
    "client",
    async (tx, matter_id) => {
      await tx.run(sql`update invitations set revoked_at = ${tx.now} where matter_id = ${matter_id}`)
      // A helper for some parts never reads messages.
      await createInvitation(tx, service, {
        matter_id,
        party: "helper",
        email: "hal@example.com",
        is_for_parts: true,
      })
    },
  ],
] as [string, (tx: Parameters<typeof takeBack>[0], matter_id: string) => Promise<unknown>][])
  test(`a planned message is held back, and its author told once, when there is no one to read it: ${why}`, async () => {
    const { firm, matter_id, author, planned } = await newPlan()
    await firm.call(createInvitation, service, { matter_id, party: "main", email: "ada@example.com" })
    await firm.run((tx) => end(tx, matter_id))
    now = hours(18)
    assert.equal((await send(firm)) + (await send(firm)), 0)
    assert.deepEqual(await written(firm, matter_id), [])
    assertEach(await planned(), ({ held_back }) => held_back, [
      why === "closed" ? "matter_closed" : "no_client",
    ])
    const notes = await firm.run((tx) => listNotes(tx, matter_id))
    assertEach(notes, ({ assignee_id }) => assignee_id, [author])
    assert.match(notes[0]?.text ?? "", new RegExp(`not sent, because .*${why}`))
  })

test("nothing is sent in the name of someone who has left: the matter's assignee gets a task", async () => {
  const { firm, matter_id, author, planned } = await newPlan()
  await firm.run(async (tx) => {
    await tx.run(sql`update users set role = 'member' where id = ${author}`)
    await deactivateMember(tx, author, undefined)
    await assignMatter(tx, matter_id, firm.admin.user_id)
  })
  now = hours(18)
  assert.equal(await send(firm), 0)
  assertEach(await planned(), ({ held_back }) => held_back, ["no_author"])
  const notes = await firm.run((tx) => listNotes(tx, matter_id))
  assertEach(notes, ({ assignee_id }) => assignee_id, [firm.admin.user_id])
})

test("the database stores no planned text in plain, and its client sees no row of it", async () => {
  const { firm, matter_id } = await newPlan()
  const { client } = await newIntake(firm)
  await firm.run((tx) => openTopic(tx, service, matter_id, { subject: "A", text: "B" }))
  const rows = await firm.all(sql`select * from planned_messages`)
  assert.doesNotMatch(JSON.stringify(rows), /meet|Thursday/)
  const inMatter = await firm.run(async (tx) => {
    await tx.one(sql`select set_config('foyer.matter_id', ${matter_id}, true) as matter_id`)
    return tx.all(sql`select id from planned_messages`)
  }, client)
  assert.deepEqual(inMatter, [])
})
