import assert from "node:assert/strict"
import { test } from "node:test"
import { ask, category } from "../../test/harness/definition-parts.ts"
import { planning } from "../../test/harness/templates.ts"
import type { Definition, Question } from "../definition/definition.ts"
import { findPersona } from "./personas.ts"
import { factsOf, simulate } from "./simulator.ts"

const today = "2026-06-01"

function of(...questions: Question[]): Definition {
  const clients = { id: "clients", kind: "clients" as const, title: "You", with_partner: true, fields: {} }
  return { sections: [clients, { id: "questions", kind: "questions", title: "Questions", questions }] }
}

const look = (definition: Definition, persona: string) =>
  simulate(definition, factsOf(findPersona("planning", persona), definition, false, today))

test("a part shows always, by answers or never, as its rule looks at facts or answers", () => {
  const definition = of(
    ask("will", "yes_no", "A will?", { required: true }),
    ask("date", "date", "When?", { condition: { question: "will", is: true } }),
    ask("guardian", "text", "Guardian?", { condition: { fact: "has_minor_children", is: true } }),
    ask("both", "text", "Both?", {
      condition: {
        all: [
          { fact: "has_partner", is: true },
          { question: "will", is: true },
        ],
      },
    }),
  )
  const sightOf = (persona: string) => {
    const { sight } = look(definition, persona)
    return ["will", "date", "guardian", "both"].map((id) => sight.get(id))
  }
  assert.deepEqual(sightOf("widow"), ["always", "by_answers", "always", "never"])
  assert.deepEqual(sightOf("couple"), ["always", "by_answers", "always", "by_answers"])
  assert.deepEqual(sightOf("single"), ["always", "by_answers", "never", "never"])
})

test("the shortest and the longest way count what is asked, each client's own questions for each", () => {
  const definition = of(
    ask("kind", "one_of", "Which?", {
      required: true,
      options: ["a", "b", "c"].map((value) => ({ value, label: value })),
    }),
    ask("a1", "text", "A1", { condition: { question: "kind", is: "a" } }),
    ask("a2", "text", "A2", { condition: { question: "kind", is: "a" } }),
    ask("b1", "text", "B1", { condition: { question: "kind", is: "b" } }),
    ask("note", "notice", "Thanks."),
    ask("each", "number", "Age?", { each_client: true }),
    ask("old", "text", "Old?", { each_client: true, condition: { question: "each", greater_than: "80" } }),
  )
  const single = look(definition, "single")
  assert.deepEqual([single.shortest, single.longest], [2, 5])
  const couple = look(definition, "couple")
  assert.deepEqual([couple.shortest, couple.longest], [3, 7])
})

test("assets are told on the way: what hangs on them shows by answers, and is on the longest way", () => {
  const [first, second] = of(
    ask("deed", "text", "Deed?", { condition: { fact: "assets", includes: "A017" } }),
    ask("title", "text", "Title?", { condition: { fact: "has_joint_assets", is: true } }),
  ).sections
  const homes = category("homes", "Homes", "A017", "Address")
  const assets = { id: "assets", kind: "assets" as const, title: "Assets", show_net_worth: false }
  assert(first && second)
  const definition = { sections: [first, { ...assets, categories: [homes] }, second] }
  const seen = (persona: string) => {
    const { sight, shortest, longest } = look(definition, persona)
    return [sight.get("deed"), sight.get("title"), shortest, longest]
  }
  assert.deepEqual(seen("couple"), ["by_answers", "by_answers", 0, 2])
  assert.deepEqual(seen("single"), ["by_answers", "never", 0, 1])
})

test("every persona comes through the estate planning questionnaire, a couple on the longest way", () => {
  const [widow, couple] = ["widow", "couple"].map((name) => look(planning.definition, name))
  assert(widow && couple && widow.shortest > 5)
  assert(couple.longest > widow.longest && couple.shortest <= couple.longest)
})
