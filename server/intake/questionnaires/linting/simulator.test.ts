import assert from "node:assert/strict"
import { test } from "node:test"
import { ask, category } from "../../../../test/harness/definition-parts.ts"
import { planning } from "../../../../test/harness/templates.ts"
import type { Condition } from "../../../definition/conditions/conditions.ts"
import type { Definition, Question } from "../../../definition/definition.ts"
import { findPersona } from "./personas.ts"
import { factsOf, findLengths } from "./simulator.ts"
import { findVisibility } from "./visibility.ts"

const today = "2026-06-01"

function of(...questions: Question[]): Definition {
  const clients = { id: "clients", kind: "clients" as const, title: "You", with_partner: true, fields: {} }
  return { sections: [clients, { id: "questions", kind: "questions", title: "Questions", questions }] }
}

const simulateFor = (definition: Definition, persona: string) => {
  const facts = factsOf(findPersona("planning", persona), definition, false, today)
  return { visibility: findVisibility(definition, facts), ...findLengths(definition, facts) }
}

test("a part is visible always, depending on answers, or never", () => {
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
  const visibilityFor = (persona: string) => {
    const { visibility } = simulateFor(definition, persona)
    return ["will", "date", "guardian", "both"].map((id) => visibility.get(id))
  }
  assert.deepEqual(visibilityFor("widow"), ["always", "by_answers", "always", "never"])
  assert.deepEqual(visibilityFor("couple"), ["always", "by_answers", "always", "by_answers"])
  assert.deepEqual(visibilityFor("single"), ["always", "by_answers", "never", "never"])
})

test("a part is never visible if known facts, or parts that are never visible, close it however its condition is put", () => {
  const isMarried: Condition = { fact: "marital_status", is: "married" }
  const open: Condition = { question: "open", is: true }
  const closed: Condition = { question: "closed", is: true }
  const conditions: Readonly<Record<string, readonly [Condition, "by_answers" | "never"]>> = {
    any: [{ any: [isMarried, open] }, "by_answers"],
    all: [{ all: [isMarried, open] }, "never"],
    neither: [{ not: { any: [{ not: isMarried }, open] } }, "never"],
    not_both: [{ not: { all: [isMarried, open] } }, "by_answers"],
    of_closed: [closed, "never"],
    not_of_closed: [{ not: closed }, "by_answers"],
    unanswered: [{ question: "closed", is_answered: false }, "by_answers"],
  }
  const definition = of(
    ask("open", "yes_no", "Open?"),
    ask("closed", "yes_no", "Closed?", { condition: isMarried }),
    ...Object.entries(conditions).map(([id, [condition]]) => ask(id, "text", `${id}?`, { condition })),
  )
  const { visibility } = simulateFor(definition, "single")
  for (const [id, [, expected]] of Object.entries(conditions)) assert.equal(visibility.get(id), expected, id)
})

test("the shortest and longest paths count questions, per-client ones once for each client", () => {
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
  const single = simulateFor(definition, "single")
  assert.deepEqual([single.shortest, single.longest], [2, 5])
  const couple = simulateFor(definition, "couple")
  assert.deepEqual([couple.shortest, couple.longest], [3, 7])
})

test("the shortest path may begin with more questions than others", () => {
  const options = ["short", "middle", "long"].map((value) => ({ value, label: value }))
  const texts = (count: number, name: string, condition: Condition) =>
    Array.from({ length: count }, (_, index) => ask(`${name}${index}`, "text", `${name}?`, { condition }))
  const definition = of(
    ask("kind", "one_of", "Which?", { required: true, options }),
    ask("brief", "yes_no", "In brief?", { condition: { question: "kind", is: "middle" } }),
    ...texts(4, "long", { question: "kind", is: "long" }),
    ...texts(3, "more", { not: { question: "brief", is: true } }),
  )
  const { shortest, longest } = simulateFor(definition, "single")
  assert.deepEqual([shortest, longest], [2, 8])
})

test("a part with a condition on assets depends on answers and counts toward the longest path", () => {
  const [first, second] = of(
    ask("deed", "text", "Deed?", { condition: { fact: "assets", includes: "A017" } }),
    ask("title", "text", "Title?", { condition: { fact: "has_joint_assets", is: true } }),
  ).sections
  const homes = category("homes", "Homes", "A017", "Address")
  const assets = { id: "assets", kind: "assets" as const, title: "Assets", show_net_worth: false }
  assert(first && second)
  const definition = { sections: [first, { ...assets, categories: [homes] }, second] }
  const resultFor = (persona: string) => {
    const { visibility, shortest, longest } = simulateFor(definition, persona)
    return [visibility.get("deed"), visibility.get("title"), shortest, longest]
  }
  assert.deepEqual(resultFor("couple"), ["by_answers", "by_answers", 0, 2])
  assert.deepEqual(resultFor("single"), ["by_answers", "never", 0, 1])
})

test("in the estate planning template, a couple has the longest path", () => {
  const [widow, couple] = ["widow", "couple"].map((name) => simulateFor(planning.definition, name))
  assert(widow && couple && widow.shortest > 5)
  assert(couple.longest > widow.longest && couple.shortest <= couple.longest)
})

test("however many questions depend on one another, few parts are evaluated, and the lengths say that they are partial", () => {
  const questions = Array.from({ length: 400 }, (_, index) =>
    ask(`q${index}`, "yes_no", `${index}?`, {
      ...(index > 0 && {
        condition: {
          any: [
            { question: `q${index - 1}`, is: true },
            { question: `q${index >> 1}`, is: false },
          ],
        },
      }),
      each_client: true,
    }),
  )
  let evaluated = 0
  for (const question of questions) {
    const { condition } = question
    const get = () => {
      evaluated++
      return condition
    }
    Object.defineProperty(question, "condition", { get, enumerable: true })
  }
  const facts = factsOf(findPersona("planning", "couple"), of(...questions), false, today)
  const { shortest, longest, is_partial } = findLengths(of(...questions), facts)
  assert.ok(is_partial && shortest <= longest)
  assert.ok(evaluated < 400_000, `${evaluated}`)
  for (const count of [3, 40])
    assert.equal(findLengths(of(...questions.slice(0, count)), facts).is_partial, false, `${count}`)
})
