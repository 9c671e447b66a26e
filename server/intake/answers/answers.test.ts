import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { answerKey } from "../../definition/conditions/conditions.ts"
import type { Definition } from "../../definition/definition.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { definitionOf, moveToVersion } from "../matters/progress/definition.ts"
import { publishVersion } from "../questionnaires/versions.ts"
import { type NewAnswer, readAnswers, saveAnswer } from "./answers.ts"

const { service, firm } = provideServiceAndFirm()

const save = (intake: SampleIntake, answer: NewAnswer) =>
  firm.run((tx) => saveAnswer(tx, service.ring, intake.matter_id, answer))
const answersOf = async (intake: SampleIntake) => {
  const { status, body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/answers`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ["matter", "answers"])
  return body.answers
}

test("answers are in the order of the questions, with value and display text", async () => {
  const intake = await newIntake(firm)
  const { ids, child } = intake
  await save(intake, { question_id: ids.friend, value: child })
  await save(intake, { question_id: ids.will_date, value: { month: "Mar", day: "4", year: "1999" } })
  await save(intake, { question_id: ids.has_will, value: true })
  const answers = await answersOf(intake)
  assertEach(
    answers,
    (answer: Record<string, unknown>) => ({ ...answer, id: "", answered_at: "" }),
    [
      ["Do you have a will today?", "yes_no", ids.has_will, true, "Yes"],
      ["When was it signed?", "date", ids.will_date, "1999-03-04", "March 4, 1999"],
      ["Whom should we call?", "contact", ids.friend, child, "Cleo Smith"],
    ].map(([prompt, type, question, value, display_value]) => ({
      ...{
        id: "",
        section: "Your wishes",
        question,
        prompt,
        type,
        about: null,
        value,
        display_value,
        answered_at: "",
      },
    })),
  )
  assert.match(answers[0].id, /^answer_[0-9A-F]{32}$/)
  assert.match(answers[0].answered_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
})

test("hidden and empty answers stay stored but are left out", async () => {
  const intake = await newIntake(firm)
  const { ids } = intake
  await save(intake, { question_id: ids.has_will, value: "yes" })
  await save(intake, { question_id: ids.will_date, value: "1999-03-04" })
  await save(intake, { question_id: ids.has_will, value: "no" })
  const prompts = async () => (await answersOf(intake)).map((answer: { question: string }) => answer.question)
  assert.deepEqual(await prompts(), [ids.has_will])
  await save(intake, { question_id: ids.has_will, value: "yes" })
  assert.deepEqual(await prompts(), [ids.has_will, ids.will_date])
  await save(intake, { question_id: ids.will_date, value: "" })
  assert.deepEqual(await prompts(), [ids.has_will])
})

test("a sensitive answer is plain text for an API key, masked for display, and unreadable in the database", async () => {
  const intake = await newIntake(firm)
  const { ids, main, spouse, matter_id } = intake
  const first = { question_id: ids.ssn, about: main, value: "123-45-6789" }
  await save(intake, { ...first, seen: 0 })
  await save(intake, { ...first, value: "987-65-4321", seen: 1 })
  await save(intake, { ...first, about: spouse, value: "short" })
  const answers = await answersOf(intake)
  assertEach(
    answers,
    ({ about, value, display_value }: Record<string, unknown>) => [about, value, display_value],
    [
      [main, "987-65-4321", "••••4321"],
      [spouse, "short", "••••"],
    ],
  )
  const stored = await firm.all<{ text: string }>(sql`
      select a::text as text from answers a where matter_id = ${matter_id}
      union all select c::text from changes c where matter_id = ${matter_id}`)
  const dump = stored.map(({ text }) => text).join("\n")
  for (const secret of ["123-45-6789", "987-65-4321", "short"]) assert.doesNotMatch(dump, literally(secret))
  assert.match(dump, literally("sealed"))
  const raw = await firm.run((tx) => readAnswers(tx, service.ring, matter_id))
  assert.equal(raw[answerKey(ids.ssn, main)], "987-65-4321")
})

test("an answer is encrypted or not as its question is in the version the matter has moved to", async () => {
  const intake = await newIntake(firm)
  const { ids, matter_id, main } = intake
  await save(intake, { question_id: ids.children_wishes, value: "Boarding school" })
  await save(intake, { question_id: ids.ssn, about: main, value: "123-45-6789" })
  const { questionnaire_id, definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const publish = (sensitive_ids: readonly string[]) =>
    firm.run((tx) =>
      publishVersion(tx, questionnaire_id, {
        sections: definition.sections.map((section) => ({
          ...section,
          ...(section.kind === "questions" && {
            questions: section.questions.map((each) => ({
              ...each,
              sensitive: sensitive_ids.includes(each.id),
            })),
          }),
        })) as Definition["sections"],
      }),
    )
  const stored = async () =>
    (
      await firm.all<{ text: string }>(sql`
        select coalesce(value #>> '{}', 'sealed') as text from answers where matter_id = ${matter_id} order by 1`)
    ).map(({ text }) => text)
  assert.deepEqual(await stored(), ["Boarding school", "sealed"])
  await publish([ids.children_wishes])
  const staff = await newStaffBrowser(service, firm)
  const moved = await staff("POST", `/console/questionnaires/${questionnaire_id}/outdated`, {
    ...{ version: "1", to: "2", listed: matter_id, which: "all" },
  })
  assert.equal(moved.status, 303, moved.text)
  assert.deepEqual(await stored(), ["123-45-6789", "sealed"])
  const raw = await firm.run((tx) => readAnswers(tx, service.ring, matter_id))
  assert.deepEqual(
    [raw[ids.children_wishes], raw[answerKey(ids.ssn, main)]],
    ["Boarding school", "123-45-6789"],
  )
  // One that was moved before, without that, is stored right once it is confirmed.
  await publish([ids.ssn])
  await firm.run((tx) => moveToVersion(tx, matter_id, 3))
  await save(intake, { question_id: ids.ssn, about: main, value: "123-45-6789", seen: 1 })
  await save(intake, { question_id: ids.children_wishes, value: "Boarding school", seen: 1 })
  assert.deepEqual(await stored(), ["Boarding school", "sealed"])
})

test("a masked answer shows only whole characters, so that a submission can be stored", async () => {
  const intake = await newIntake(firm)
  await save(intake, { question_id: intake.ids.ssn, about: intake.main, value: "1234567😀😀89" })
  assert.equal((await answersOf(intake))[0].display_value, "••••😀😀89")
  await save(intake, { question_id: intake.ids.ssn, about: intake.main, value: "1234567😀890" })
  assert.equal((await answersOf(intake))[0].display_value, "••••😀890")
})

test("a sensitive answer changed by two people shows both values to the later one", async () => {
  const intake = await newIntake(firm)
  const answer = { question_id: intake.ids.ssn, about: intake.main }
  await save(intake, { ...answer, value: "111-11-1111", seen: 0 })
  await save(intake, { ...answer, value: "222-22-2222", seen: 1 })
  const late = await save(intake, { ...answer, value: "333-33-3333", seen: 1 })
  assert.deepEqual([late.conflicts[0]?.yours, late.conflicts[0]?.theirs], ["333-33-3333", "222-22-2222"])
  const untouched = await save(intake, { ...answer, value: "111-11-1111", seen: 1 })
  assert.deepEqual(untouched, { saved: {}, conflicts: [] })
})

test("a question left out of the form changes nothing; null clears the answer", async () => {
  const intake = await newIntake(firm)
  const { ids } = intake
  await save(intake, { question_id: ids.has_will, value: "yes" })
  assert.deepEqual(await save(intake, { question_id: ids.has_will, value: undefined }), {
    saved: {},
    conflicts: [],
  })
  assert.equal((await answersOf(intake)).length, 1)
  await save(intake, { question_id: ids.has_will, value: null })
  assert.equal((await answersOf(intake)).length, 0)
})

test("an impossible answer is refused with a sentence for its field", async () => {
  const intake = await newIntake(firm)
  const { ids, main } = intake
  const stranger = (await newIntake(firm)).child
  const codeOf = async (answer: NewAnswer) => {
    const failure = await save(intake, answer).catch((error: unknown) => error)
    assert(failure instanceof Failure && failure.kind === "bad_request", String(failure))
    return failure.errors?.map(({ param, code }) => `${param} ${code}`).join()
  }
  assert.equal(await codeOf({ question_id: ids.executor, value: "x" }), "question_id unknown_value")
  assert.equal(await codeOf({ question_id: ids.ssn, value: "x" }), "about unknown_value")
  assert.equal(await codeOf({ question_id: ids.ssn, about: stranger, value: "x" }), "about unknown_value")
  assert.equal(await codeOf({ question_id: ids.has_will, about: main, value: "yes" }), "about unknown_value")
  assert.equal(await codeOf({ question_id: ids.has_will, value: "maybe" }), "value option_unknown")
  assert.equal(await codeOf({ question_id: ids.will_date, value: "1999-02-30" }), "value date_does_not_exist")
  assert.equal(await codeOf({ question_id: ids.friend, value: stranger }), "value person_unknown")
})
