import assert from "node:assert/strict"
import { test } from "node:test"
import { planning, probate, tax } from "../../../../test/harness/templates.ts"
import type { Condition } from "../../../definition/conditions/conditions.ts"
import { questionsOf, rolesOf } from "../../../definition/parts.ts"
import { isId } from "../../../platform/ids.ts"
import { lintDefinition } from "../linting/linter.ts"
import { conditionalPartsOf } from "./conditional-parts.ts"
import { withFreshIds } from "./fresh-ids.ts"

test("every part gets a valid id of its kind, and conditions refer to the new ids", () => {
  for (const { definition } of [planning, probate, tax]) {
    const { definition: fresh, ids } = withFreshIds(definition)
    assert.deepEqual(lintDefinition(fresh), [], "no malformed, duplicate or unknown ids remain")
    // Restoring the old ids restores the definition, so nothing else changed.
    const back = new Map([...ids].map(([key, id]) => [id, key]))
    const restored = JSON.stringify(fresh).replace(/[a-z]+_[0-9A-F]{32}/g, (id) => back.get(id) ?? id)
    assert.equal(restored, JSON.stringify(definition))
  }
})

test("two copies share no ids, and the map has the new id of each key", () => {
  const [one, two] = [withFreshIds(planning.definition), withFreshIds(planning.definition)]
  const first = new Set(one.ids.values())
  assert.ok([...two.ids.values()].every((id) => !first.has(id)))
  const executor = one.ids.get("role_executor")
  assert.ok(executor && isId("role", executor))
  assert.ok(rolesOf(one.definition).some((role) => role.id === executor && role.split))
})

test("a copy of a copy is valid, and the original is unchanged", () => {
  const before = JSON.stringify(planning.definition)
  const copy = withFreshIds(withFreshIds(planning.definition).definition)
  assert.deepEqual(lintDefinition(copy.definition), [])
  assert.equal(JSON.stringify(planning.definition), before)
})

test("parts that share an id get different ids, and unresolved references stay unchanged", () => {
  const question = {
    id: "q",
    type: "yes_no",
    prompt: "Again?",
    required: false,
    each_client: false,
    sensitive: false,
  } as const
  const condition: Condition = { all: [{ not: { question: "q", is: true } }, { question: "gone", is: true }] }
  const { definition } = withFreshIds({
    sections: [
      { id: "s", kind: "questions", title: "Twice", questions: [question, question] },
      { id: "d", kind: "documents", title: "Then", condition, requests: [] },
    ],
  })
  const [first, second] = questionsOf(definition)
  assert.notEqual(first?.id, second?.id)
  const follows = conditionalPartsOf(definition).find(({ words }) => words === "Then")?.condition
  assert.deepEqual(follows, {
    all: [{ not: { question: first?.id, is: true } }, { question: "gone", is: true }],
  })
})
