import assert from "node:assert/strict"
import { test } from "node:test"
import type { Condition } from "../../definition/conditions.ts"
import { readForm } from "../../platform/http/pages.ts"
import { newSection, withPart } from "../../questionnaires/editing.ts"
import { newQuestion } from "../../questionnaires/new-parts.ts"
import { readCondition } from "./condition-form.ts"
import { questionsBefore, rowsOf } from "./condition-rows.ts"
import { type FormReader, optionLines, readOptions } from "./form-reader.ts"

const rents = { ...newQuestion("yes_no"), prompt: "Do you rent?" }
const home = {
  ...newQuestion("one_of"),
  prompt: "What kind?",
  options: [
    { value: "house", label: "House" },
    { value: "flat", label: { en: "Apartment", es: "Piso" } },
  ],
}
const worth = { ...newQuestion("money"), prompt: "Worth?" }
const since = { ...newQuestion("date"), prompt: "Since when?" }
const questions = [rents, home, worth, since]

function read(form: Record<string, string>, stored?: Condition) {
  const reader: FormReader = { form: readForm(new URLSearchParams(form).toString()), faults: [] }
  return {
    condition: readCondition(reader, questions, stored),
    faults: reader.faults.map(({ param }) => param),
  }
}
const row = (number: number, subject: string, how: string, what = "") => ({
  [`if_${number}`]: subject,
  [`how_${number}`]: how,
  [`what_${number}`]: what,
})

test("what people type becomes the value that is stored", () => {
  for (const [form, condition] of [
    [row(1, rents.id, "is", "yes"), { question: rents.id, is: true }],
    [row(2, home.id, "is_not", "apartment"), { question: home.id, is_not: "flat" }],
    [row(1, worth.id, "greater_than", "$1,200,000"), { question: worth.id, greater_than: "1200000" }],
    [row(1, since.id, "less_than", "3/9/2020"), { question: since.id, less_than: "2020-03-09" }],
    [row(1, home.id, "unanswered"), { question: home.id, is_answered: false }],
    [
      row(1, "marital_status", "is", "living with a life partner"),
      { fact: "marital_status", is: "life_partner" },
    ],
    [row(1, "has_partner", "is", "No"), { fact: "has_partner", is: false }],
  ] as const) {
    assert.deepEqual(read(form), { condition, faults: [] })
  }
})

test("rows are read and shown alike, whatever joins them", () => {
  const form = { ...row(1, rents.id, "is", "No"), ...row(3, worth.id, "less_than", "10"), mode: "any" }
  const { condition } = read(form)
  assert.deepEqual(rowsOf(condition, questions), {
    mode: "any",
    rows: [
      { subject: rents.id, comparison: "is", value: "No" },
      { subject: worth.id, comparison: "less_than", value: "10" },
    ],
  })
  assert.equal(read({ mode: "all" }).condition, undefined)
})

test("what does not fit its question is told at its own field", () => {
  assert.deepEqual(read(row(1, rents.id, "is", "perhaps")).faults, ["what_1"])
  assert.deepEqual(read(row(2, rents.id, "includes", "Yes")).faults, ["how_2"])
  assert.deepEqual(read(row(1, since.id, "is", "31/31/2020")).faults, ["what_1"])
  assert.deepEqual(read(row(1, "question_later", "is", "x")).faults, ["if_1"])
  assert.deepEqual(read({ what_2: "Yes" }).faults, ["if_2"])
})

test("a rule that rows cannot say stays until its author takes it away", () => {
  const nested: Condition = { not: { question: rents.id, is: true } }
  assert.equal(rowsOf(nested, questions), undefined)
  assert.equal(read({}, nested).condition, nested)
  assert.equal(read({ without_condition: "true" }, nested).condition, undefined)
  assert.deepEqual(read(row(1, rents.id, "is", "Yes"), nested).condition, { question: rents.id, is: true })
})

test("a part looks at what is asked before it, a section at earlier sections", () => {
  const [first, second] = [newSection("questions", "One"), newSection("questions", "Two")]
  let definition = { sections: [first, second] }
  definition = withPart(definition, first.id, rents) as typeof definition
  definition = withPart(withPart(definition, second.id, home), second.id, worth) as typeof definition
  const ids = (...args: [string, string?]) => questionsBefore(definition, ...args).map(({ id }) => id)
  assert.deepEqual(ids(second.id), [rents.id])
  assert.deepEqual(ids(second.id, worth.id), [rents.id, home.id])
  assert.deepEqual(ids(second.id, "question_new"), [rents.id, home.id, worth.id])
  assert.deepEqual(ids(first.id), [])
})

test("choices keep their values when their words are written again, and new ones get values of their own", () => {
  const lines = optionLines(home.options)
  assert.deepEqual(readOptions(lines, home.options), home.options)
  assert.deepEqual(readOptions("House\r\nBoat house\nBoat-house\n\n", home.options), [
    { value: "house", label: "House" },
    { value: "boat_house", label: "Boat house" },
    { value: "boat_house_2", label: "Boat-house" },
  ])
  assert.deepEqual(readOptions("Ñandú")[0]?.value, "nandu")
})
