import assert from "node:assert/strict"
import { test } from "node:test"
import { giveRequired, newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeContact } from "../../contacts/editing.ts"
import { closeMatter, markCompleted } from "../../matters/lifecycle.ts"
import { loadMatter } from "../loaded-matter.ts"
import { submitMatter } from "../submissions.ts"
import { acceptLines } from "./acceptance.ts"
import { compareSubmissions, type Range, stepsOf } from "./seen-changes.ts"
import { listUnseenMatters, unseenAmong } from "./unseen-matters.ts"

const { service, firm } = provideServiceAndFirm()

const submit = (intake: SampleIntake) =>
  intake.asClient((tx) => submitMatter(tx, service.ring, intake.matter_id))
const wish = ({ ids, matter_id, ...intake }: SampleIntake, value: string) =>
  firm.run(
    (tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value }),
    intake.client,
  )
const compare = ({ matter_id }: SampleIntake, range: Range) =>
  firm.run((tx) => compareSubmissions(tx, service.ring, matter_id, range))
const see = ({ matter_id }: SampleIntake, range: Range, marks: readonly string[]) =>
  firm.run(async (tx) => {
    const lines = await acceptLines(tx, service.ring, matter_id, marks, range)
    return lines.filter(({ kind }) => kind === "change").length
  })
const seeAll = async (intake: SampleIntake, range: Range) =>
  see(
    intake,
    range,
    (await compare(intake, range)).map(({ mark }) => mark),
  )
const isUnseen = async ({ matter_id }: SampleIntake) => (await firm.all(unseenAmong([matter_id]))).length > 0
const unseenSteps = async ({ matter_id }: SampleIntake) =>
  (await firm.run((tx) => stepsOf(tx, service.ring, loadMatter(tx, service.ring, matter_id)).steps())).map(
    ({ from, until, differences }) =>
      `${from}-${until ?? "now"}: ${differences.filter(({ seen }) => !seen).length} of ${differences.length}`,
  )

/** A submitted matter with no changes since. */
async function sentIn(): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  await intake.asClient((tx) => giveRequired(tx, service, intake))
  await submit(intake)
  return intake
}

test("each change is acknowledged on its own, with who and when, and the matter counts as unseen until all are", async () => {
  const intake = await sentIn()
  assert.equal(await isUnseen(intake), false)
  await wish(intake, "Piano")
  await intake.asClient((tx) => changeContact(tx, intake.child, [{ field: "first_name", value: "Clio" }]))
  assert.equal(await isUnseen(intake), true)
  const [first, ...others] = await compare(intake, { from: 1 })
  const began_at = new Date()
  assert.ok(first && others.length > 0)
  assert.ok([first, ...others].every(({ seen }) => seen === undefined))
  assert.equal(await see(intake, { from: 1 }, [first.mark]), 1)
  assert.equal(await see(intake, { from: 1 }, [first.mark, "made up"]), 0)
  const [seen] = await compare(intake, { from: 1 })
  assert.equal(seen?.seen?.by, "Ada Admin")
  assert.ok(seen?.seen && seen.seen.at >= began_at && seen.seen.at <= new Date())
  assert.equal(await isUnseen(intake), true)
  assert.equal(
    await see(
      intake,
      { from: 1 },
      others.map(({ mark }) => mark),
    ),
    others.length,
  )
  assert.equal(await isUnseen(intake), false)
})

test("a firm's unseen matters are those submitted, neither completed nor closed", async () => {
  const unseen = async (intakes: readonly SampleIntake[]) => {
    const listed = await firm.run(listUnseenMatters)
    return intakes.map(({ matter_id }) => listed.includes(matter_id))
  }
  const intakes = [await newIntake(firm), await sentIn(), await sentIn(), await sentIn()] as const
  for (const intake of intakes) await wish(intake, "Piano")
  assert.deepEqual(await unseen(intakes), [false, true, true, true])
  const [, , completed, closed] = intakes
  await firm.run((tx) => markCompleted(tx, completed.matter_id))
  await firm.run((tx) => closeMatter(tx, closed.matter_id))
  assert.deepEqual(await unseen(intakes), [false, true, false, false])
})

test("an acknowledgement survives resubmission; a further change is new, even back to the earlier value", async () => {
  const intake = await sentIn()
  await wish(intake, "Piano")
  await seeAll(intake, { from: 1 })
  await submit(intake)
  assert.deepEqual(await unseenSteps(intake), ["2-now: 0 of 0", "1-2: 0 of 1"])
  await wish(intake, "Violin")
  assert.equal(await isUnseen(intake), true)
  assert.deepEqual(await unseenSteps(intake), ["2-now: 1 of 1", "1-2: 0 of 1"])
  await seeAll(intake, { from: 2 })
  await submit(intake)
  await wish(intake, "Piano")
  assert.deepEqual(await unseenSteps(intake), ["3-now: 1 of 1", "2-3: 0 of 1", "1-2: 0 of 1"])
  assert.equal(await isUnseen(intake), true)
})

test("seeing the final state covers the steps in between, and an outdated page acknowledges nothing new", async () => {
  const intake = await sentIn()
  await wish(intake, "Piano")
  await submit(intake)
  await wish(intake, "Violin")
  await upload(service, intake, { request_id: intake.ids.statements }, "may.txt", "May")
  await submit(intake)
  assert.deepEqual(await unseenSteps(intake), ["3-now: 0 of 0", "2-3: 2 of 2", "1-2: 1 of 1"])
  const shown = (await compare(intake, { from: 1, until: 3 })).map(({ mark }) => mark)
  await see(intake, { from: 1, until: 3 }, shown)
  assert.deepEqual(await unseenSteps(intake), ["3-now: 0 of 0", "2-3: 0 of 2", "1-2: 0 of 1"])
  assert.equal(await isUnseen(intake), false)

  await wish(intake, "Cello")
  const [old] = await compare(intake, { from: 3 })
  await wish(intake, "Harp")
  assert.equal(await see(intake, { from: 3 }, [old?.mark ?? ""]), 0)
  assert.equal(await isUnseen(intake), true)
})

test("changes of a sensitive answer with the same ending are distinct, and no part of it is stored in plain text", async () => {
  const intake = await sentIn()
  const { ids, matter_id, main } = intake
  const save = (value: string) =>
    intake.asClient((tx) =>
      saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value }),
    )
  await save("123-45-6789")
  await seeAll(intake, { from: 1 })
  await save("999-45-6789")
  const [difference] = await compare(intake, { from: 1 })
  assert.equal(difference?.seen, undefined)
  await seeAll(intake, { from: 1 })
  const rows = await firm.all(sql`select * from seen_changes where matter_id = ${matter_id}`)
  assert.equal(rows.length, 2)
  assert.doesNotMatch(JSON.stringify(rows), /\b6789\b|-45-/)
})

test("staff's own changes are not unseen, and a client's reverted change can be acknowledged", async () => {
  const intake = await sentIn()
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, {
      question_id: intake.ids.children_wishes,
      value: "Ours",
    }),
  )
  assert.equal(await isUnseen(intake), false)
  await seeAll(intake, { from: 1 })
  await wish(intake, "Piano")
  await wish(intake, "Ours")
  assert.equal(await isUnseen(intake), true)
  await see(intake, { from: 1 }, [])
  assert.equal(await isUnseen(intake), false)
})
