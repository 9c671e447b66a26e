import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newFirmWithIntake, newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { changeMember } from "../../firm/users/team.ts"
import { createStaff } from "../../firm/users/users.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { restrictMatter } from "../../intake/matters/parties/access-list.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { actAs } from "../../platform/db/act-as.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { readQueues } from "../queues/queues.ts"
import { findMentioned } from "./mentions.ts"
import { addNote, listNotes, markMentionDone, markTask, removeOwnNote } from "./notes.ts"

const now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const note = { text: "Call the bank", assignee_id: null, due_date: null }

/** A matter and two colleagues; Max sees only his assigned matters. */
async function newOffice() {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const { ruth, max } = await firm.run(async (tx) => {
    const ruth = await createStaff(tx, { email: "ruth@example.com", name: "Ruth Pryce", role: "member" })
    const max = await createStaff(tx, { email: "max@example.com", name: "Max Lee", role: "member" })
    await changeMember(tx, max, { assigned_matters_only: true })
    return { ruth, max }
  })
  return { firm, intake, matter_id: intake.matter_id, ruth, max }
}

const as = <Result>(firm: TestFirm, user_id: string, work: (tx: Tx) => Promise<Result>) =>
  firm.run(async (tx) => {
    await actAs(tx, user_id)
    return work(tx)
  })
const waitingFor = (firm: TestFirm, user_id: string) =>
  as(firm, user_id, async (tx) => {
    const scope = { user_id, is_whole_firm: false }
    const [queue] = await readQueues(tx, ["notes"], { settings: {}, limit: 9, ...scope })
    return queue?.items.map(({ detail }) => detail) ?? []
  })

test("a task waits for its assignee from its due date until it is done, and again when reopened", async () => {
  const { firm, matter_id, ruth } = await newOffice()
  const give = (text: string, due_date: string | null) =>
    firm.run((tx) => addNote(tx, matter_id, { text, assignee_id: ruth, due_date }))
  await give("Tomorrow", "2027-03-03")
  await give("Today", "2027-03-02")
  await give("Late", "2027-02-01")
  await give("Some day", null)
  assert.deepEqual((await waitingFor(firm, ruth)).toSorted(), ["Late", "Some day", "Today"])
  assert.deepEqual(await waitingFor(firm, firm.admin.user_id), [])
  const late =
    (await firm.run((tx) => listNotes(tx, matter_id))).find(({ text }) => text === "Late")?.id ?? ""
  await as(firm, ruth, (tx) => markTask(tx, matter_id, late, true))
  assert.deepEqual((await waitingFor(firm, ruth)).toSorted(), ["Some day", "Today"])
  await as(firm, ruth, (tx) => markTask(tx, matter_id, late, false))
  assert.equal((await waitingFor(firm, ruth)).length, 3)
})

test("a mention waits until the mentioned colleague marks it as done, and never for its author", async () => {
  const { firm, matter_id, ruth } = await newOffice()
  await as(firm, ruth, (tx) => addNote(tx, matter_id, { ...note, text: "@Ada, @ruth pryce: look" }))
  assert.deepEqual(await waitingFor(firm, firm.admin.user_id), ["@Ada, @ruth pryce: look"])
  assert.deepEqual(await waitingFor(firm, ruth), [])
  const [written] = await as(firm, firm.admin.user_id, (tx) => listNotes(tx, matter_id))
  assert.equal(written?.is_mention_open, true)
  await assert.rejects(
    as(firm, ruth, (tx) => markMentionDone(tx, matter_id, written?.id ?? "")),
    { code: "not_found" },
  )
  await as(firm, firm.admin.user_id, (tx) => markMentionDone(tx, matter_id, written?.id ?? ""))
  assert.deepEqual(await waitingFor(firm, firm.admin.user_id), [])
})

test("a colleague without access to the matter gets no task or mention", async () => {
  const { firm, matter_id, max } = await newOffice()
  const give = () =>
    firm.run((tx) => addNote(tx, matter_id, { ...note, text: "@Max, call", assignee_id: max }))
  await assert.rejects(give(), { code: "bad_request" })
  await firm.run((tx) => addNote(tx, matter_id, { ...note, text: "@Max" }))
  assert.deepEqual(await waitingFor(firm, max), [])
  await firm.run((tx) => assignMatter(tx, matter_id, max))
  await give()
  assert.equal((await waitingFor(firm, max)).length, 2)
  await firm.run((tx) => assignMatter(tx, matter_id, null))
  assert.deepEqual(await waitingFor(firm, max), [], "the matter is no longer theirs")
})

test("a client sees no notes, not even those of their own matter", async () => {
  const { firm, intake, matter_id } = await newOffice()
  await firm.run((tx) => addNote(tx, matter_id, { ...note, text: "@Ruth: difficult client" }))
  const seen = await firm.run(async (tx) => {
    await tx.one(sql`select set_config('foyer.matter_id', ${matter_id}, true) as matter_id`)
    return [await listNotes(tx, matter_id), await tx.all(sql`select from note_mentions`)]
  }, intake.client)
  assert.deepEqual(seen, [[], []])
})

test("faults of a note are named, and only its author can remove it", async () => {
  const { firm, matter_id, ruth } = await newOffice()
  const add = (more: object) => firm.run((tx) => addNote(tx, matter_id, { ...note, ...more }))
  for (const [more, param] of [
    [{ text: "  " }, "text"],
    [{ text: "x".repeat(5_001) }, "text"],
    [{ due_date: "2027-04-01" }, "assignee_id"],
    [{ due_date: "someday", assignee_id: ruth }, "due_date"],
    [{ assignee_id: "nobody" }, "assignee_id"],
  ] as const)
    await assert.rejects(
      add(more),
      (error: { errors: { param: string }[] }) => error.errors[0]?.param === param,
    )
  await add({})
  await add({})
  const listed = async (ids?: string[]) =>
    (await firm.run((tx) => listNotes(tx, matter_id, ids))).map((each) => each.id)
  const [id = "", earlier = ""] = await listed()
  assert.deepEqual(await listed([earlier]), [earlier])
  await assert.rejects(
    as(firm, ruth, (tx) => removeOwnNote(tx, matter_id, id)),
    { code: "not_found" },
  )
  await as(firm, firm.admin.user_id, (tx) => removeOwnNote(tx, matter_id, id))
  assert.deepEqual(await listed(), [earlier])
})

test("a note sent twice is added once, and the id of another matter's note is refused, so that no words are lost", async () => {
  const { firm, matter_id } = await newOffice()
  const other = (await newIntake(firm)).matter_id
  const [id, taken] = [newId("note"), newId("note")]
  const add = (to: string, id: string) => firm.run((tx) => addNote(tx, to, { ...note, id }))
  await Promise.all([add(matter_id, id), add(matter_id, id)])
  await add(other, taken)
  await assert.rejects(add(matter_id, taken), { kind: "not_found" })
  const notes = await firm.run(async (tx) => [await listNotes(tx, matter_id), await listNotes(tx, other)])
  assertEach(notes, (list) => list.map((each) => each.id), [[id], [taken]])
})

test("notes are deleted and restored with their matter", async () => {
  const { firm, matter_id, ruth } = await newOffice()
  await firm.run((tx) => addNote(tx, matter_id, { ...note, text: "@Ruth, call", assignee_id: ruth }))
  const deletion = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Asked for" }))
  assert.deepEqual(await firm.all(sql`select from notes union all select from note_mentions`), [])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  const [restored] = await firm.run((tx) => listNotes(tx, matter_id))
  assert.deepEqual([restored?.text, restored?.mentions], ["@Ruth, call", ["Ruth Pryce"]])
})

test("an open task is always in someone's queue: its assignee's, or that of the matter's once they can't do it", async () => {
  const losses: Record<string, (tx: Tx, max: string, matter_id: string, ruth: string) => Promise<unknown>> = {
    left: (tx, max) => changeMember(tx, max, { active: false }),
    reads: (tx, max) => changeMember(tx, max, { role: "read_only" }),
    limited: (tx, max) => changeMember(tx, max, { assigned_matters_only: true }),
    restricted: (tx, _, matter_id, ruth) => restrictMatter(tx, matter_id, [ruth]),
  }
  for (const [name, lose] of Object.entries(losses)) {
    const { firm, matter_id, ruth, max } = await newOffice()
    const firmWide = async () => {
      const scope = { user_id: ruth, is_whole_firm: true, settings: {}, limit: 9 }
      const [queue] = await as(firm, ruth, (tx) => readQueues(tx, ["notes"], scope))
      return queue?.items.map(({ detail, assignee_name }) => [detail, assignee_name])
    }
    const responsible = async () => (await firm.run((tx) => listNotes(tx, matter_id)))[0]?.responsible_id
    await firm.run(async (tx) => {
      await changeMember(tx, max, { assigned_matters_only: false })
      await assignMatter(tx, matter_id, ruth)
      await addNote(tx, matter_id, { ...note, assignee_id: max })
    })
    assert.deepEqual([await waitingFor(firm, max), await waitingFor(firm, ruth)], [["Call the bank"], []])
    assert.equal(await responsible(), max)
    await firm.run((tx) => lose(tx, max, matter_id, ruth))
    assert.deepEqual(
      [await waitingFor(firm, max), await waitingFor(firm, ruth)],
      [[], ["Call the bank"]],
      name,
    )
    assert.equal(await responsible(), ruth)
    await firm.run((tx) => assignMatter(tx, matter_id, null))
    assert.deepEqual(await waitingFor(firm, ruth), [], name)
    assert.deepEqual(await firmWide(), [["Call the bank", null]], name)
    assert.equal(await responsible(), null)
  }
})

test("a mention matches full names, unique first names, or the local part of an address", () => {
  const people = [
    { id: "1", name: "Ann Lee", email: "ann.lee@example.com" },
    { id: "2", name: "Ann Lee Jones", email: "alj@example.com" },
    { id: "3", name: "Bo", email: "bo@example.com" },
    { id: "4", name: "Zoë Diaz", email: "" },
  ]
  for (const [text, ids] of [
    ["@Bo: please", ["3"]],
    ["@Bob and bo@example.com", []],
    ["@Ann", []],
    ["@ann lee, look", ["1"]],
    ["@Ann Lee Jones", ["2"]],
    ["(@alj)", ["2"]],
    ["@zoë's turn, with @BO.", ["3", "4"]],
    ["nobody", []],
  ] as const)
    assert.deepEqual(findMentioned(text, people), ids, text)
})
