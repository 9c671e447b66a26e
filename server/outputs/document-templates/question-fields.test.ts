import assert from "node:assert/strict"
import { test } from "node:test"
import { ask } from "../../../test/harness/definition-parts.ts"
import { newFirmWithIntake, sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { sampleWordFile } from "../../../test/harness/sample-word-file.ts"
import { provideService } from "../../../test/harness/service.ts"
import type { Question } from "../../definition/definition.ts"
import type { QuestionType } from "../../definition/kinds.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { newId } from "../../platform/ids.ts"
import { listFields } from "./document-templates.ts"

import { readValues } from "./values.ts"
import { fillTemplate, findFaults, readParagraphs } from "./word-work.ts"

const service = provideService()

/** A matter with these questions; `fill` gives each a value by its key and returns the paragraphs. */
async function newMatter(
  questions: Record<string, [type: QuestionType, prompt: string, rest?: Partial<Question>]>,
) {
  const ids = Object.fromEntries(Object.keys(questions).map((key) => [key, newId("question")]))
  const idOf = (key: string) => ids[key] ?? ""
  const { firm, matter_id, main, spouse } = await newFirmWithIntake(service, {
    define: (parts) => {
      const definition = sampleDefinition(parts)
      definition.sections.push({
        id: newId("section"),
        title: "More",
        kind: "questions",
        questions: Object.entries(questions).map(([key, [type, prompt, rest]]) => {
          const condition = rest?.condition as { question: string } | undefined
          const own = condition
            ? { condition: { ...rest?.condition, question: idOf(condition.question) } }
            : {}
          return ask(idOf(key), type, { en: prompt, es: prompt }, { ...rest, ...own } as Partial<Question>)
        }),
      })
      return definition
    },
  })
  const sender = { firm_id: firm.firm_id, user_id: firm.admin.user_id }
  const save = (key: string, value: string | boolean, about?: string) =>
    firm.run((tx) =>
      saveAnswer(tx, service.ring, matter_id, { question_id: idOf(key), value, about: about ?? null }),
    )
  const fillAll = async (paragraphs: readonly string[]) => {
    const file = await sampleWordFile(paragraphs)
    const fields = await firm.run(listFields)
    assert.deepEqual(await findFaults(file, fields, sender), [])
    const values = await firm.run((tx) => readValues(tx, service.ring, matter_id))
    const { docx, gaps } = await fillTemplate(file, values, sender)
    return { paragraphs: await readParagraphs(docx, sender), gaps }
  }
  const fill = async (paragraphs: readonly string[]) => (await fillAll(paragraphs)).paragraphs
  return { main, spouse, save, fill, fillAll }
}

test("a question with placeholders has the field that the Fields page names, whatever they are filled with", async () => {
  const { save, fill } = await newMatter({
    work: ["text", "Was {name} working in {last_year}?"],
    medicaid: ["yes_no", "Did {they} receive Medicaid?"],
  })
  await save("work", "Retired")
  await save("medicaid", true)
  assert.deepEqual(
    await fill([
      "{{answer.was_name_working_in_last_year}}",
      "{{#yes.did_they_receive_medicaid}}Medicaid.{{/yes.did_they_receive_medicaid}}{{^yes.did_they_receive_medicaid}}None.{{/yes.did_they_receive_medicaid}}",
    ]),
    ["Retired", "Medicaid."],
  )
})

test("of questions with the same text, each has its own field; the first name means the first visible one", async () => {
  const { save, fill } = await newMatter({
    has: ["yes_no", "Is there a deed?"],
    first: ["text", "Where is it?", { condition: { question: "has", is: true } }],
    second: ["text", "Where is it?"],
    third: ["text", "Where is it?"],
    other: ["text", "Where is it 2"],
  })
  for (const [key, value] of Object.entries({ second: "Bank", third: "Home", other: "Office" }))
    await save(key, value)
  const all =
    "{{answer.where_is_it}}, {{answer.where_is_it_3}}, {{answer.where_is_it_4}}, {{answer.where_is_it_2}}"
  assert.deepEqual(await fill([all]), ["Bank, Bank, Home, Office"])
  await save("has", true)
  await save("first", "Court")
  assert.deepEqual(await fill([all]), ["Court, Bank, Home, Office"])
})

test("whether a question that each client answers was answered yes is decided by the main client", async () => {
  const { save, fill, main, spouse } = await newMatter({
    served: ["yes_no", "Have you served?", { each_client: true }],
  })
  await save("served", false, main)
  await save("served", true, spouse)
  const template =
    "{{#yes.have_you_served}}Yes{{/yes.have_you_served}}{{^yes.have_you_served}}No{{/yes.have_you_served}}"
  assert.deepEqual(await fill([template]), ["No"])
  await save("served", true, main)
  await save("served", false, spouse)
  assert.deepEqual(await fill([template]), ["Yes"])
})

test("a sensitive or missing answer prints neither the text for Yes nor the one for No, and is a gap", async () => {
  const { save, fillAll } = await newMatter({
    convicted: ["yes_no", "Convicted?", { sensitive: true }],
    has: ["yes_no", "A house?", { required: true }],
    rents: ["yes_no", "Rented out?", { required: true, condition: { question: "has", is: true } }],
  })
  const either = (field: string) =>
    `{{#yes.${field}}}Yes{{/yes.${field}}}{{^yes.${field}}}No{{/yes.${field}}}`
  const fill = () => fillAll([["convicted", "a_house", "rented_out"].map(either).join(" ")])
  await save("convicted", true)
  assert.deepEqual(await fill(), { paragraphs: ["No"], gaps: ["yes.convicted", "yes.a_house"] })
  await save("has", true)
  assert.deepEqual(await fill(), { paragraphs: ["Yes"], gaps: ["yes.convicted", "yes.rented_out"] })
  await save("convicted", false)
  await save("rents", false)
  assert.deepEqual(await fill(), { paragraphs: ["Yes No"], gaps: ["yes.convicted"] })
})
