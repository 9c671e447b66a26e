// The guide to the file format: its examples can be imported, and it covers every field and value.

import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { assertNone } from "../../../test/harness/assert-each.ts"
import { formulaKinds } from "../../definition/conditions/computed.ts"
import { comparisonNames, factNames } from "../../definition/conditions/conditions.ts"
import { sectionKinds } from "../../definition/definition.ts"
import { fieldTypes } from "../../definition/kinds/kind.ts"
import { questionTypes } from "../../definition/kinds.ts"
import { placeholders } from "../../definition/placeholders.ts"
import { QuestionnaireFile } from "../../definition/questionnaire-file.ts"
import { QuestionsFile } from "../../definition/questions-file.ts"
import { readQuestionsFile } from "./bank-file.ts"
import { readQuestionnaireFile } from "./editing/importing.ts"
import { lintDefinition } from "./linting/linter.ts"

const guide = await readFile(new URL("../../../docs/questionnaire-file.md", import.meta.url), "utf8")

test("the example questionnaire can be imported and published", () => {
  const read = readQuestionnaireFile(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "")
  assert.ok("file" in read, JSON.stringify(read))
  assert.deepEqual(lintDefinition(read.file.definition, read.file.approach), [])
})

test("the example of a file of questions can be imported", () => {
  const example = [...guide.matchAll(/```json\n([\s\S]*?)```/g)][1]?.[1] ?? ""
  assert.deepEqual(readQuestionsFile(example), { questions: JSON.parse(example).questions })
})

/** Every property name and enumerated value in the schema. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (typeof schema !== "object" || schema === null) return []
  const { properties, enum: values, const: value, ...more } = schema as Record<string, unknown>
  return [
    ...Object.keys(properties ?? {}),
    ...Object.values(properties ?? {}).flatMap(namesIn),
    ...[values ?? [], value ?? []].flat().map(String),
    ...namesIn(Object.values(more)),
  ]
}

test("the guide names every field, type, comparison and fact", () => {
  const names = new Set([
    ...namesIn(QuestionnaireFile),
    ...namesIn(QuestionsFile),
    ...[...sectionKinds, ...questionTypes, ...fieldTypes, ...formulaKinds, ...comparisonNames, ...factNames],
    ...placeholders.map((name) => `{${name}}`),
  ])
  assert.ok(names.size > 90, `${names.size} names`)
  assertNone([...names], (name) => !guide.includes(`\`${name}\``) && !guide.includes(`"${name}"`))
})
