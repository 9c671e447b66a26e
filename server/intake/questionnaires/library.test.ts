import assert from "node:assert/strict"
import { test } from "node:test"
import Value from "typebox/value"
import { assertEach, assertNone } from "../../../test/harness/assert-each.ts"
import { Definition } from "../../definition/definition.ts"
import { countWithoutSpanish } from "./editing/translations.ts"
import { listLibrary, searchLibrary, withLibraryQuestions } from "./library.ts"
import { lintDefinition } from "./linting/linter.ts"

const clients = { id: "clients", kind: "clients" as const, title: "You", with_partner: true, fields: {} }
const blank: Definition = {
  sections: [clients, { id: "section_x", kind: "questions", title: "Questions", questions: [] }],
}
const chosen = (...keys: string[]) =>
  listLibrary().flatMap(({ questions }) => questions.filter(({ id }) => keys.includes(id)))
const keysOf = (areas: ReturnType<typeof searchLibrary>) =>
  areas.flatMap(({ questions }) => questions.map(({ id }) => id))

test("all five areas have questions that match the schema, have both languages and pass the linter", () => {
  assertEach(listLibrary(), ({ area }) => area, ["estate", "probate", "tax", "business", "family"])
  for (const { questions } of listLibrary()) assert.ok(questions.length >= 10)
  const keys = keysOf(listLibrary())
  assert.equal(new Set(keys).size, keys.length)
  const { definition, questions } = withLibraryQuestions(blank, "section_x", chosen(...keys))
  assert.equal(questions.length, keys.length)
  assert.ok(Value.Check(Definition, definition))
  assert.equal(countWithoutSpanish(questions), 0)
  const own = new Set(questions.map(({ id }) => id))
  assertNone(lintDefinition(definition), ({ where }) => own.has(where))
})

test("the search matches either language, ignores accents, and can be limited to an area", () => {
  assert.deepEqual(keysOf(searchLibrary("  CRYPTOCURRENCY receive ")), ["question_crypto"])
  assert.deepEqual(keysOf(searchLibrary("organos")), ["question_organs"])
  assert.deepEqual(keysOf(searchLibrary("organos", "tax")), [])
  assert.equal(searchLibrary("", "family").length, 1)
})

test("copied questions get new ids each time and are inserted at the requested position", () => {
  const first = withLibraryQuestions(blank, "section_x", chosen("question_organs", "question_pets"))
  const second = withLibraryQuestions(
    first.definition,
    "section_x",
    chosen("question_pets"),
    first.questions[1]?.id,
  )
  const section = second.definition.sections[1]
  assert(section?.kind === "questions")
  assertEach(section.questions, ({ id }) => id, [
    first.questions[0]?.id,
    second.questions[0]?.id,
    first.questions[1]?.id,
  ])
  assert.equal(new Set(section.questions.map(({ id }) => id)).size, 3)
})
