import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newFirmWithIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { collectCorrection, requestCorrections } from "../../intake/corrections/requests.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import { openTopic } from "../../intake/messages/writing.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import { addNote } from "../notes/notes.ts"
import { listStream, type StreamFilter } from "./conversations.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

/** Runs a minute later than whatever ran before. */
const later = <Result>(firm: TestFirm, work: (tx: Tx) => Promise<Result>) => {
  now = new Date(now.getTime() + 60_000)
  return firm.run(work)
}

/** A matter with an entry of each kind: an invitation, a message, a note, a task, a correction, and one not requested. */
async function newConversation(): Promise<{ firm: TestFirm; intake: SampleIntake; matter_id: string }> {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, child } = intake
  const note = { assignee_id: null, due_date: null }
  for (const purpose of ["invitation", "message", "code"] as const)
    await later(firm, (tx) =>
      queueMail(tx, service.ring, {
        matter_id,
        purpose,
        recipient: "ada@example.com",
        subject: purpose,
        paragraphs: [],
        footer: "",
      }),
    )
  await later(firm, (tx) => openTopic(tx, service, matter_id, { subject: "The house", text: "Hello" }))
  await later(firm, (tx) => addNote(tx, matter_id, { ...note, text: "Difficult client" }))
  await later(firm, (tx) =>
    addNote(tx, matter_id, { ...note, text: "Call the bank", assignee_id: firm.admin.user_id }),
  )
  const about = { kind: "contact", record_id: child, about: null } as const
  await later(firm, (tx) => collectCorrection(tx, matter_id, { ...about, words: "Clio?" }))
  await firm.run((tx) => tx.run(sql`update matters set started_at = ${tx.now} where id = ${matter_id}`))
  await later(firm, (tx) =>
    requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false }),
  )
  await later(firm, (tx) => collectCorrection(tx, matter_id, { ...about, words: "Not asked yet" }))
  return { firm, intake, matter_id }
}

const kinds = async (firm: TestFirm, matter_id: string, filter?: StreamFilter) =>
  (await firm.run((tx) => listStream(tx, matter_id, { filter, limit: 50 }))).map(({ kind }) => kind)

test("one stream has messages, corrections, notes, emails and steps, newest first, and each filter only its own", async () => {
  const { firm, matter_id } = await newConversation()
  await later(firm, (tx) => closeMatter(tx, matter_id))
  assert.deepEqual(await kinds(firm, matter_id), ["step", "correction", "note", "note", "message", "email"])
  assert.deepEqual(await kinds(firm, matter_id, "messages"), ["message"])
  assert.deepEqual(await kinds(firm, matter_id, "corrections"), ["correction"])
  assert.deepEqual(await kinds(firm, matter_id, "notes"), ["note", "note"])
  assert.deepEqual(await kinds(firm, matter_id, "tasks"), ["note"])
  assert.deepEqual(await kinds(firm, matter_id, "emails"), ["email"])
})

test("pages follow each other without gap or overlap, also among entries of the same time", async () => {
  const { firm, matter_id } = await newConversation()
  await firm.run(async (tx) => {
    for (const text of ["a", "b", "c", "d"]) {
      await addNote(tx, matter_id, { text, assignee_id: null, due_date: null })
      await openTopic(tx, service, matter_id, { subject: text, text })
    }
  })
  const all = await firm.run((tx) => listStream(tx, matter_id, { limit: 50 }))
  assert.equal(all.length, 13)
  const walked: string[] = []
  let from: string | undefined
  do {
    const page = await firm.run((tx) => listStream(tx, matter_id, { from, limit: 4 }))
    walked.push(...page.slice(0, 3).map(({ id }) => id))
    from = page[3]?.id
  } while (from)
  assert.deepEqual(
    walked,
    all.map(({ id }) => id),
  )
})

test("an entry of another matter, or of none, is no place to begin", async () => {
  const [one, other] = [await newConversation(), await newConversation()]
  const [entry] = await other.firm.run((tx) => listStream(tx, other.matter_id, { limit: 1 }))
  for (const from of [entry?.id, "note_1", "nothing"])
    assert.deepEqual(await one.firm.run((tx) => listStream(tx, one.matter_id, { from, limit: 9 })), [])
})

test("a client sees no note of the stream", async () => {
  const { firm, intake, matter_id } = await newConversation()
  const seen = await firm.run(async (tx) => {
    await tx.one(sql`select set_config('foyer.matter_id', ${matter_id}, true) as matter_id`)
    return listStream(tx, matter_id, { limit: 50 })
  }, intake.client)
  assertEach(seen, ({ kind }) => kind, ["correction", "message"])
})
