import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { startDuring } from "../../../../test/harness/collide.ts"
import { giveRequired, newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { openKeyRing } from "../../../platform/secrets/key-ring.ts"
import { keyFilePath, newMasterKey } from "../../../platform/secrets/master-keys.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeContact } from "../../contacts/editing.ts"
import { assignRole } from "../../roles/roles.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive } from "../snapshot.ts"
import { submitMatter } from "../submissions.ts"
import { acceptanceIn, acceptLines, findingRecord, unseenIn } from "./acceptance.ts"
import { type Difference, differencesBetween, recordsOf } from "./differences.ts"
import { listFindings } from "./findings/findings.ts"
import { renewMarks } from "./renewing-marks.ts"
import { stepsOf } from "./seen-changes.ts"
import { readSeen } from "./seen-marks.ts"
import { unseenAmong } from "./unseen-matters.ts"

const { service, firm } = provideServiceAndFirm()

const wish = (intake: SampleIntake, value: string) =>
  intake.asClient((tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.children_wishes, value }),
  )
const submit = (intake: SampleIntake) =>
  intake.asClient((tx) => submitMatter(tx, service.ring, intake.matter_id))
const accept = ({ matter_id }: SampleIntake, marks: string[]) =>
  firm.run(async (tx) => (await acceptLines(tx, service.ring, matter_id, marks)).length)
const changes = ({ matter_id }: SampleIntake) =>
  firm.run(async (tx) =>
    unseenIn(await stepsOf(tx, service.ring, loadMatter(tx, service.ring, matter_id)).steps()),
  )
const isUnseen = async ({ matter_id }: SampleIntake) => (await firm.all(unseenAmong([matter_id]))).length > 0

/** The acceptance of a record's line; the key is its part and id. */
const lineOf = ({ matter_id }: SampleIntake, key: string, { ring } = service) =>
  firm.run(async (tx) => {
    const of = acceptanceIn(await readSeen(tx, matter_id), ring, matter_id)
    const findings = (await listFindings(tx, loadMatter(tx, ring, matter_id))).map(findingRecord)
    const records = recordsOf(await readLive(loadMatter(tx, ring, matter_id)))
    const record = [...records, ...findings].find(({ record_key }) => record_key.startsWith(key))
    assert.ok(record, `there is no ${key}`)
    return of(record)
  })

async function sentIn(): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  await intake.asClient((tx) => giveRequired(tx, service, intake))
  await wish(intake, "Piano")
  await submit(intake)
  return intake
}

test("an accepted line shows who accepted it and when, until its content changes", async () => {
  const intake = await sentIn()
  const key = `answers ${intake.ids.children_wishes}`
  const { mark, accepted } = await lineOf(intake, key)
  assert.equal(accepted, undefined)
  assert.equal(await accept(intake, [mark]), 1)
  assert.equal((await lineOf(intake, key)).accepted?.by, "Ada Admin")
  const user_id = await firm.run((tx) =>
    createStaff(tx, { email: "carla@example.com", name: "Carla Colleague", role: "admin" }),
  )
  const acceptToo = (tx: Tx) => acceptLines(tx, service.ring, intake.matter_id, [mark])
  await firm.run(acceptToo, { user_id })
  assert.equal((await lineOf(intake, key)).accepted?.by, "Carla Colleague", "who had the page open, too")
  await wish(intake, "Violin")
  assert.equal((await lineOf(intake, key)).accepted, undefined)
  assert.equal(await accept(intake, [mark, "made up"]), 0, "an outdated page accepts nothing")
  await wish(intake, "Piano")
  assert.ok((await lineOf(intake, key)).accepted, "the same content was accepted before")
})

test("a role without people is nothing to accept, and no difference; one with people is both", async () => {
  const { matter_id, ids, main, child } = await newIntake(firm)
  const live = () => firm.run((tx) => readLive(loadMatter(tx, service.ring, matter_id)))
  const rolesOf = (differences: Difference[]) =>
    differences.filter(({ part }) => part === "roles").map(({ change, after }) => [change, after])
  const empty = await live()
  assert.ok(empty.roles.length > 1 && empty.roles.every(({ assignments }) => assignments.length === 0))
  assert.deepEqual(rolesOf(recordsOf(empty)), [])
  await firm.call(assignRole, matter_id, { role_id: ids.executor, focus_contact_id: main, levels: [[child]] })
  const filled = await live()

  assert.equal(rolesOf(recordsOf(filled)).length, 1)
  assert.match(String(rolesOf(recordsOf(filled))), /^added,Executor/)
  const [difference] = rolesOf(differencesBetween(empty, filled))
  assert.equal(difference?.[0], "changed")
  assert.match(difference?.[1] ?? "", /^1\. \S/)
  const without_roles = { ...empty, roles: [] }
  assert.deepEqual(rolesOf(differencesBetween(without_roles, empty)), [])
  assert.deepEqual(rolesOf(differencesBetween(empty, without_roles)), [])
})

test("accepting a record acknowledges all of its changes, and nothing else", async () => {
  const intake = await sentIn()
  const { child } = intake
  await intake.asClient((tx) =>
    changeContact(tx, child, [
      { field: "first_name", value: "Clio" },
      { field: "suffix", value: "Jr." },
    ]),
  )
  await wish(intake, "Violin")
  const before = await changes(intake)
  assert.ok(before.filter(({ record_id }) => record_id === child).length > 1)
  await accept(intake, [(await lineOf(intake, `contacts ${child}`)).mark])
  assertEach(await changes(intake), ({ part, after }) => [part, after], [["answers", "Violin"]])
  assert.equal(await isUnseen(intake), true)
  await accept(intake, [(await lineOf(intake, `answers ${intake.ids.children_wishes}`)).mark])
  assert.equal(await isUnseen(intake), false)
})

test("a change across several submissions is shown once, from the last seen state to now, and accepted as shown", async () => {
  const intake = await sentIn()
  await wish(intake, "Violin")
  await submit(intake)
  await wish(intake, "Cello")
  const [change] = await changes(intake)
  assert.deepEqual([change?.before, change?.after], ["Piano", "Cello"])
  await submit(intake)
  await wish(intake, "Harp")
  // The page still shows the cello.
  assert.equal(await accept(intake, [change?.mark ?? ""]), 1)
  assertEach(await changes(intake), ({ before, after }) => [before, after], [["Cello", "Harp"]])
})

test("findings are accepted by their content, and acceptance outlives a new master key", async () => {
  const intake = await sentIn()
  const { mark } = await lineOf(intake, "finding successor_missing")
  await accept(intake, [mark, (await lineOf(intake, `contacts ${intake.child}`)).mark])
  const isAccepted = async () =>
    (
      await Promise.all(
        ["finding successor_missing", `contacts ${intake.child}`].map((key) => lineOf(intake, key)),
      )
    ).every(({ accepted }) => accepted)
  assert.ok(await isAccepted())
  await firm.run(async (tx) => {
    await tx.run(sql`update seen_changes set mark_key_id = 'earlier' where matter_id = ${intake.matter_id}`)
    assert.equal(await renewMarks(tx, service.ring, intake.matter_id), 2)
  })
  assert.ok(await isAccepted())
})

test("a line that is accepted again while its mark is renewed under a new master key stays accepted", async () => {
  const intake = await sentIn()
  const { matter_id } = intake
  const key = "finding successor_missing"
  await accept(intake, [(await lineOf(intake, key)).mark])
  const { data_dir } = service.config
  const ring = await openKeyRing({
    data_dir,
    master_keys: `${newMasterKey()},${await readFile(keyFilePath(data_dir), "utf8")}`,
  })
  const { mark } = await lineOf(intake, key, { ...service, ring })
  const renewing = await firm.run(async (tx) => {
    await acceptLines(tx, ring, matter_id, [mark])
    return startDuring(tx, () => firm.run((other) => renewMarks(other, ring, matter_id)))
  })
  assert.equal(await renewing.outcome, 1)
  assert.ok((await lineOf(intake, key, { ...service, ring })).accepted)
})
