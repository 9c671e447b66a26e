import assert from "node:assert/strict"
import { test } from "node:test"
import Value from "typebox/value"
import { business, family, planning, probate, tax } from "../../../test/harness/templates.ts"
import type { AnswerValue, Facts } from "../../definition/conditions/conditions.ts"
import { visibleParts } from "../../definition/conditions/visible-parts.ts"
import { questionTypes } from "../../definition/kinds.ts"
import { categoriesOf, questionsOf, rolesOf } from "../../definition/parts.ts"
import { QuestionnaireFile } from "../../definition/questionnaire-file.ts"
import { withFreshIds } from "./editing/fresh-ids.ts"
import { lintDefinition } from "./linting/linter.ts"

const all = [planning, probate, tax, business, family]
const facts: Facts = {
  client_type: "self",
  marital_status: "married",
  number_of_children: 2,
  has_minor_children: null,
  has_partner: true,
  assets: [],
  clients: ["ana", "bo"],
}

test("each template matches the schema and has no linter findings", () => {
  for (const file of all) {
    assert.ok(Value.Check(QuestionnaireFile, file), file.url_short_name)
    assert.deepEqual(
      lintDefinition(withFreshIds(file.definition).definition, file.approach),
      [],
      file.url_short_name,
    )
  }
})

/** Every text a client reads, with its property name. Ids, codes and values are not texts. */
function textsIn(value: unknown, key = ""): { key: string; text: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, key))
  if (typeof value !== "object" || value === null) {
    return /^(title|prompt|label|help|why|instructions|role_description|.*_label|.*_prompt)$/.test(key)
      ? [{ key, text: value }]
      : []
  }
  if ("en" in value && "es" in value) return [{ key, text: value }]
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, name))
}

test("every text a client reads is in English and Spanish", () => {
  for (const file of all) {
    const texts = textsIn(file.definition)
    assert.ok(texts.length > 80)
    for (const { key, text } of texts) {
      assert.ok(typeof text === "object" && text !== null && "en" in text && "es" in text, `${key}: ${text}`)
      assert.ok(String(text.en).trim() && String(text.es).trim(), key)
    }
  }
})

test("the templates cover every question type, and planning covers every kind of section", () => {
  const types = new Set(all.flatMap(({ definition }) => questionsOf(definition).map(({ type }) => type)))
  assert.deepEqual([...types].toSorted(), questionTypes.toSorted())
  const kinds = new Set(planning.definition.sections.map(({ kind }) => kind))
  assert.equal(kinds.size, 6)
  assert.ok(categoriesOf(planning.definition).filter(({ active }) => active).length >= 12)
  assert.ok(rolesOf(planning.definition).filter(({ split }) => split).length >= 3)
})

test("identity numbers and bank details are sensitive", () => {
  const keys = [
    "question_ssn",
    "question_decedent_ssn",
    "question_identity_pin",
    "question_bank_account",
    "question_life_support",
  ]
  const questions = all
    .flatMap(({ definition }) => questionsOf(definition))
    .filter(({ id }) => keys.includes(id))
  assert.equal(questions.length, keys.length + 1)
  assert.ok(questions.every(({ sensitive }) => sensitive))
})

function shown(file: QuestionnaireFile, answers: Record<string, AnswerValue>, about = facts) {
  return visibleParts(file.definition, answers, about)
}

test("planning asks for guardians only if there are minor children", () => {
  assert.ok(shown(planning, { question_minor_children: true }).has("section_guardians"))
  assert.ok(!shown(planning, { question_minor_children: false }).has("section_guardians"))
  assert.ok(
    !shown(planning, { question_minor_children: true }, { ...facts, number_of_children: 0 }).has(
      "role_guardian",
    ),
  )
})

test("planning does not ask about minor children if birth dates answer the question", () => {
  for (const [has_minor_children, isExpected, hasGuardians] of [
    [true, false, true],
    [false, false, false],
    [null, true, false],
  ] as const) {
    const parts = shown(planning, {}, { ...facts, has_minor_children })
    const found = ["question_minor_children", "section_guardians", "question_inherit_age"].map((id) =>
      parts.has(id),
    )
    assert.deepEqual(found, [isExpected, hasGuardians, hasGuardians])
  }
})

test("planning asks for a divorce decree if either client was married before", () => {
  assert.ok(shown(planning, { "question_former_marriage:bo": true }).has("request_divorce"))
  assert.ok(!shown(planning, { "question_former_marriage:bo": false }).has("request_divorce"))
})

test("probate asks for the will if there is one, and tax asks about property if it applies", () => {
  assert.ok(shown(probate, { question_has_will: "yes" }).has("request_will"))
  assert.ok(!shown(probate, { question_has_will: "unknown" }).has("request_will"))
  assert.ok(shown(tax, { question_income: ["rent"] }).has("category_rental"))
  assert.ok(!shown(tax, { question_income: ["wages"] }).has("section_assets"))
})
