import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { storedAbout } from "../../../test/harness/stored-about.ts"
import { sql } from "../../platform/db/sql.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { closeMatter, markCompleted, markStarted } from "../matters/lifecycle.ts"
import { resolveCorrection } from "./corrections.ts"
import { collectCorrection } from "./requests.ts"
import { listSubjects } from "./subjects.ts"

const { service, firm } = provideServiceAndFirm()

const urlOf = ({ matter_id }: SampleIntake) => `/v1/matters/${matter_id}/corrections`
const ask = (intake: SampleIntake, body: object, headers: Record<string, string> = {}) =>
  firm.request("POST", urlOf(intake), body, headers)
const withdraw = (intake: SampleIntake, id: string) =>
  firm.request("POST", `${urlOf(intake)}/${id}/withdrawal`)
const listed = async (intake: SampleIntake) => (await firm.request("GET", urlOf(intake))).body.corrections
const two = ({ child, ids, main }: SampleIntake) => [
  { kind: "contact", record_id: child, words: " Is the date right?\r\nPlease check. " },
  { kind: "question", record_id: ids.ssn, about: main, words: "A digit is missing." },
]

/** A started matter whose main client has a link and an address. */
async function newMatter(at = firm) {
  const intake = await newIntake(at)
  const { matter_id } = intake
  const invitation_id = await at.run(async (tx) => {
    await markStarted(tx, matter_id)
    return (await createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com" })).id
  })
  return { ...intake, invitation_id }
}

const countOf = ({ matter_id }: SampleIntake) =>
  firm.one<{ mails: number; audited: string[] }>(sql`
      select (select count(*) from mails where matter_id = ${matter_id}) as mails,
             array(select action || ', ' || label from audit_entries where matter_id = ${matter_id} order by id) as audited`)

test("asking stores what the console stores, with one email, and leaves staff's drafts", async () => {
  const other = await service.newFirm()
  const send = await newStaffBrowser(service, other)
  const [ours, theirs] = [await newMatter(), await newMatter(other)]
  const url = `/console/matters/${theirs.matter_id}/conversation`
  for (const { words, ...named } of two(theirs)) {
    const subjects = await other.run((tx) => listSubjects(tx, theirs.matter_id))
    const subject = subjects.find(
      ({ kind, record_id, about }) =>
        kind === named.kind &&
        record_id === named.record_id &&
        about === ((named as { about?: string }).about ?? null),
    )
    const correction = { to: "ask", subject: subject?.label ?? "", words, collect: "yes" }
    assert.equal((await send("POST", url, correction)).status, 303)
  }
  const collected = { to: "collected", invitation_ids: theirs.invitation_id }
  assert.equal((await send("POST", url, collected)).status, 303)
  const { status, body } = await ask(ours, { corrections: two(ours) })
  assert.equal(status, 201, JSON.stringify(body))
  const { audit_entries: _, ...stored } = await storedAbout(firm, ours.matter_id)
  const { audit_entries: __, ...expected } = await storedAbout(other, theirs.matter_id)
  assert.deepEqual(stored, expected)
  assert.deepEqual(await countOf(ours), { mails: 1, audited: ["corrections_requested, By API key"] })
  assert.deepEqual(body.corrections, await listed(ours))
  assertEach(body.corrections, ({ state, words, label }: Record<string, string>) => [state, words, label], [
    ["open", "Is the date right?\nPlease check.", "Cleo Smith"],
    ["open", "A digit is missing.", "Social Security number – Ada Smith"],
  ])
  const draft = { kind: "contact", record_id: ours.child, about: null, words: "Draft" } as const
  const draft_id = await firm.run((tx) => collectCorrection(tx, ours.matter_id, draft))
  await ask(ours, { corrections: two(ours).slice(1), invitation_ids: [] })
  assert.equal((await countOf(ours)).mails, 1)
  assert.equal((await listed(ours)).length, 3)
  assert.equal((await withdraw(ours, draft_id)).status, 404)
})

test("all faults are named at once, and then nothing is stored", async () => {
  const intake = await newMatter()
  const before = await storedAbout(firm, intake.matter_id)
  const { status, body } = await ask(intake, {
    corrections: [
      { kind: "contact", record_id: intake.ids.ssn, words: "x" },
      { kind: "house", record_id: intake.child, words: "x".repeat(1_001) },
      { kind: "question", record_id: intake.ids.ssn, words: " " },
    ],
    invitation_ids: "all",
  })
  assert.equal(status, 400)
  assert.deepEqual(body.errors.map(({ param }: { param: string }) => param).toSorted(), [
    "corrections.0.record_id",
    "corrections.1.kind",
    "corrections.1.words",
    "corrections.2.record_id",
    "corrections.2.words",
    "invitation_ids",
  ])
  for (const [more, param] of [
    [{ invitation_ids: ["invite_1"] }, "invitation_ids"],
    [{ corrections: [] }, "corrections"],
  ] as const) {
    const refused = await ask(intake, { corrections: two(intake), ...more })
    assert.deepEqual([refused.status, refused.body.errors[0].param], [400, param])
  }
  assert.deepEqual(await storedAbout(firm, intake.matter_id), before)
})

test("a matter is reopened only if asked to, and one that is closed or not started is refused", async () => {
  const completed = await newMatter()
  await firm.run((tx) => markCompleted(tx, completed.matter_id))
  const refused = await ask(completed, { corrections: two(completed) })
  assert.deepEqual([refused.status, refused.body.errors[0].param], [400, "let_edit"])
  assert.equal((await ask(completed, { corrections: two(completed), let_edit: true })).status, 201)
  assert.equal((await firm.request("GET", `/v1/matters/${completed.matter_id}`)).body.client_may_edit, true)
  const closed = await newMatter()
  await firm.run((tx) => closeMatter(tx, closed.matter_id))
  const created = await newIntake(firm)
  for (const [intake, code] of [
    [closed, "matter_closed"],
    [created, "not_started"],
  ] as const) {
    const { status, body } = await ask(intake, { corrections: two(intake) })
    assert.deepEqual([status, body.code], [409, code])
    assert.deepEqual(await listed(intake), [])
  }
})

test("withdrawing again changes nothing, at once withdraws once, and a resolved correction is refused", async () => {
  const intake = await newMatter()
  const [first, second] = (await ask(intake, { corrections: two(intake) })).body.corrections
  const answers = await Promise.all(Array.from({ length: 4 }, () => withdraw(intake, first.id)))
  for (const { status, body } of answers) assert.deepEqual([status, body.state], [200, "withdrawn"])
  assert.equal((await countOf(intake)).audited.length, 2)
  await firm.run((tx) => resolveCorrection(tx, intake.matter_id, second.id))
  const { status, body } = await withdraw(intake, second.id)
  assert.deepEqual([status, body.code], [409, "correction_over"])
  assert.equal((await withdraw(await newMatter(), first.id)).status, 404)
})
