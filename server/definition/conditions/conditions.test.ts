import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { QuestionType } from "../kinds.ts"
import {
  type Answers,
  answerKey,
  type Condition,
  conditionHolds,
  type Facts,
  leavesOf,
  max_condition_depth,
} from "./conditions.ts"
import { type Conditional, visibleParts } from "./visible-parts.ts"

const alone: Facts = {
  client_type: "self",
  marital_status: "single",
  number_of_children: 0,
  has_minor_children: null,
  has_partner: false,
  assets: [],
  clients: ["ana"],
}
const couple: Facts = { ...alone, marital_status: "married", has_partner: true, clients: ["ana", "bo"] }

function holds(condition: Condition, answers: Answers = {}, facts = alone): boolean {
  const earlier = ["q", "r"].map((id) => ({ id, each_client: false }))
  const definition = {
    sections: [{ id: "s", questions: [...earlier, { id: "follow_up", each_client: false, condition }] }],
  }
  return visibleParts(definition, answers, facts).has("follow_up")
}

function form(...questions: { id: string; each_client?: boolean; condition?: Condition }[]): Conditional {
  return {
    sections: [{ id: "s", questions: questions.map((question) => ({ each_client: false, ...question })) }],
  }
}

test("each comparison operator matches the values it should", () => {
  assert.ok(holds({ question: "q", is: true }, { q: true }))
  assert.ok(!holds({ question: "q", is: true }, { q: false }))
  assert.ok(holds({ question: "q", is: "roof" }, { q: "roof" }))
  assert.ok(holds({ question: "q", is_not: "roof" }, { q: "lawn" }))
  assert.ok(holds({ question: "q", includes: "roof" }, { q: ["lawn", "roof"] }))
  assert.ok(!holds({ question: "q", includes: "roof" }, { q: "roofing" }))
  assert.ok(holds({ question: "q", is_answered: true }, { q: false }))
  assert.ok(holds({ question: "q", is_answered: false }, { q: [] }))
})

function holdsFor(type: QuestionType, is: string, answer: string): boolean {
  const questions = [
    { id: "q", type, each_client: false },
    { id: "follow_up", each_client: false, condition: { question: "q", is } },
    { id: "unasked", each_client: false, condition: { question: "q", is_not: is } },
  ]
  const visible = visibleParts({ sections: [{ id: "s", questions }] }, { q: answer }, alone)
  assert.notEqual(visible.has("follow_up"), visible.has("unasked"))
  return visible.has("follow_up")
}

test("text compares as people compare it, and numbers only where the question is a number", () => {
  for (const answer of [
    "Florida",
    "florida",
    "FLORIDA",
    "Florida.",
    "Ｆｌｏｒｉｄａ",
    "“Florida”",
    "Flórida",
  ])
    assert.ok(holdsFor("text", "Florida", answer), answer)
  assert.ok(holdsFor("email", "Ana@Example.com", "ana@example.com"))
  for (const answer of ["07", "007", "7.0", "7.00"]) {
    assert.ok(!holdsFor("text", "7", answer), answer)
    assert.ok(!holdsFor("one_of", "7", answer), answer)
    assert.ok(holdsFor("number", "7", answer), answer)
  }
  assert.ok(!holdsFor("text", "2134", "02134"))
  assert.ok(holdsFor("money", "5", "5.00"))
  assert.ok(!holdsFor("one_of", "Yes", "yes"))
})

test("a year or a month is before or after a date only if all of its days are", () => {
  const holds = (q: string, comparison: { greater_than: string } | { less_than: string }) => {
    const follow_up = { id: "follow_up", each_client: false, condition: { question: "q", ...comparison } }
    const questions = [{ id: "q", type: "date" as const, each_client: false }, follow_up]
    return visibleParts({ sections: [{ id: "s", questions }] }, { q }, alone).has("follow_up")
  }
  const after = (q: string, greater_than: string) => holds(q, { greater_than })
  const before = (q: string, less_than: string) => holds(q, { less_than })
  assert.ok(before("1998", "1999-01-01"))
  assert.ok(!before("1998", "1998-12-31"))
  assert.ok(before("1998-05", "1998-06-01"))
  assert.ok(!before("1998-05", "1998-05-31"))
  assert.ok(after("1998", "1997-12-31"))
  assert.ok(!after("1998", "1998-01-01"))
  assert.ok(!after("1998", "1998-12-31"))
  assert.ok(after("1998-05", "1998-04-30"))
  assert.ok(!after("1998-05", "1998-05-01"))
  assert.ok(after("1998-05-02", "1998-05-01"))
  assert.ok(!after("1998", "1"))
})

test("numbers compare exactly, dates compare by calendar, and a number never compares with a date", () => {
  assert.ok(holds({ question: "q", greater_than: "9007199254740992" }, { q: "9007199254740992.01" }))
  assert.ok(holds({ question: "q", greater_than: 9 }, { q: "10.00" }))
  assert.ok(!holds({ question: "q", greater_than: 10 }, { q: "10.00" }))
  assert.ok(holds({ question: "q", less_than: "0" }, { q: "-0.01" }))
  assert.ok(holds({ question: "q", is: 1000 }, { q: "1000.00" }))
  assert.ok(holds({ question: "q", greater_than: "2019-12-31" }, { q: "2020-01-01" }))
  assert.ok(!holds({ question: "q", greater_than: 1 }, { q: "2020-01-01" }))
  assert.ok(!holds({ question: "q", greater_than: "a" }, { q: "b" }))
})

test("an unanswered question satisfies only is_answered: false", () => {
  for (const q of [undefined, null, "", []]) {
    assert.ok(!holds({ question: "q", is: "" }, { q }))
    assert.ok(!holds({ question: "q", is_not: "roof" }, { q }))
    assert.ok(!holds({ question: "q", less_than: 5 }, { q }))
    assert.ok(holds({ not: { question: "q", is: "roof" } }, { q }))
  }
})

test("all, any and not combine conditions, and facts can be compared", () => {
  const [yes, no]: [Condition, Condition] = [
    { question: "q", is: true },
    { question: "r", is: true },
  ]
  const answers = { q: true, r: false }
  assert.ok(!holds({ all: [yes, no] }, answers))
  assert.ok(holds({ any: [yes, no] }, answers))
  assert.ok(holds({ all: [yes, { not: no }] }, answers))
  assert.ok(holds({ all: [] }) && !holds({ any: [] }))
  assert.ok(holds({ fact: "marital_status", is: "married" }, {}, couple))
  assert.ok(holds({ fact: "has_partner", is: true }, {}, couple))
  assert.ok(holds({ fact: "client_type", is: "self" }))
  assert.ok(holds({ fact: "number_of_children", greater_than: 0 }, {}, { ...alone, number_of_children: 2 }))
  assert.ok(!holds({ fact: "marital_status", is_not: "married" }, {}, { ...alone, marital_status: "" }))
})

test("a reference to an unknown question, a later one or itself never holds", () => {
  assert.ok(!holds({ question: "nowhere", is_answered: false }))
  assert.ok(!holds({ question: "asked", is_answered: false }))
  assert.ok(!holds({ question: "toString", is_answered: false }))
  assert.ok(!holds({ question: "__proto__", is_answered: false }))
  const definition = form(
    { id: "first", condition: { question: "second", is_answered: false } },
    { id: "second" },
  )
  assert.deepEqual([...visibleParts(definition, { second: "x" }, alone)], ["s", "second"])
})

test("a hidden question counts as unanswered", () => {
  const definition = form(
    { id: "a" },
    { id: "b", condition: { question: "a", is: true } },
    { id: "c", condition: { question: "b", is: true } },
  )
  assert.ok(visibleParts(definition, { a: true, b: true }, alone).has("c"))
  assert.ok(!visibleParts(definition, { a: false, b: true }, alone).has("c"))
})

test("asset facts count assets in visible categories that come before the condition", () => {
  const given: Facts = {
    ...alone,
    assets: [
      { category: "homes", is_joint: true, has_minor_beneficiaries: false },
      { category: "policies", is_joint: false, has_minor_beneficiaries: true },
    ],
  }
  const homes = { id: "homes", general_category: "A017", ask_beneficiaries: false }
  const policies = { id: "policies", general_category: "A011", ask_beneficiaries: true }
  const shows = (condition: Condition, open: Condition = { all: [] }, facts = given) => {
    const after = { id: "after", condition }
    const before = { ...after, id: "before" }
    const definition: Conditional = {
      sections: [
        before,
        { id: "assets", categories: [homes] },
        { id: "more", condition: open, categories: [policies] },
        after,
      ],
    }
    const visible = visibleParts(definition, {}, facts)
    assert.ok(!visible.has("before"), "no category comes before it")
    return visible.has("after")
  }
  const closed: Condition = { any: [] }
  assert.ok(shows({ fact: "assets", includes: "A017" }))
  assert.ok(shows({ fact: "assets", includes: "A011" }))
  assert.ok(!shows({ fact: "assets", includes: "A011" }, closed))
  assert.ok(!shows({ fact: "assets", includes: "A002" }))
  assert.ok(!shows({ fact: "assets", is_answered: false }))
  assert.ok(shows({ fact: "assets", is_answered: false }, closed, alone))
  assert.ok(shows({ fact: "has_joint_assets", is: true }))
  assert.ok(shows({ fact: "has_joint_assets", is: false }, closed, alone))
  assert.ok(shows({ fact: "has_minor_beneficiaries", is: true }))
  assert.ok(
    shows({ fact: "has_minor_beneficiaries", is_answered: false }, closed),
    "no visible category asks for beneficiaries",
  )
  const unknown = [{ category: "policies", is_joint: false, has_minor_beneficiaries: null }]
  assert.ok(!shows({ fact: "has_minor_beneficiaries", is: false }, undefined, { ...given, assets: unknown }))
})

test("a hidden section hides its parts, and later conditions ignore its answers", () => {
  const definition: Conditional = {
    sections: [
      {
        id: "one",
        condition: { any: [] },
        questions: [{ id: "a", each_client: false }],
        requests: [{ id: "doc" }],
      },
      { id: "two", condition: { any: [] }, roles: [{ id: "role" }] },
      {
        id: "three",
        categories: [{ id: "category" }],
        requests: [{ id: "open", condition: { question: "a", is: true } }],
      },
    ],
  }
  assert.deepEqual([...visibleParts(definition, { a: true }, alone)], ["three", "category"])
})

test("a condition on a per-client question reads the same client's answer", () => {
  const definition = form(
    { id: "worked", each_client: true },
    { id: "where", each_client: true, condition: { question: "worked", is: true } },
  )
  const visible = visibleParts(definition, { "worked:ana": true, "worked:bo": false }, couple)
  assert.ok(visible.has(answerKey("where", "ana")))
  assert.ok(!visible.has(answerKey("where", "bo")))
  assert.ok(visible.has("where"))
})

test("a question asked once is shown if its condition holds for at least one client", () => {
  const definition = form(
    { id: "worked", each_client: true },
    { id: "once", condition: { question: "worked", is: true } },
  )
  assert.ok(visibleParts(definition, { "worked:bo": true }, couple).has("once"))
  assert.ok(!visibleParts(definition, { "worked:bo": true }, alone).has("once"))
  assert.ok(!visibleParts(definition, { worked: true }, { ...alone, clients: [] }).has("once"))
})

const anything = fc.oneof(
  { depthSize: "medium" },
  fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
  fc.letrec((tie) => ({
    condition: fc.oneof(
      { maxDepth: 12 },
      fc.record(
        { question: fc.constantFrom("q", "r", "x"), is: fc.anything(), less_than: fc.anything() },
        { requiredKeys: ["question"] },
      ),
      fc.record({ fact: fc.anything(), greater_than: fc.anything() }),
      fc.record({ all: fc.array(tie("condition")) }),
      fc.record({ any: fc.oneof(fc.array(tie("condition")), fc.anything()) }),
      fc.record({ not: tie("condition") }),
    ),
  })).condition,
)

test("evaluation is total: any condition and any answer yield a boolean", () => {
  fc.assert(
    fc.property(anything, fc.anything({ withNullPrototype: true }), (condition, answer) => {
      const shown = holds(condition as Condition, { q: answer as string, r: "5" })
      assert.equal(typeof shown, "boolean")
      const result = conditionHolds(condition as Condition, () => answer as string)
      assert.equal(typeof result, "boolean")
    }),
    { numRuns: 2000 },
  )
})

test("a condition nested too deep does not hold, and neither does its negation", () => {
  let condition: Condition = { fact: "client_type", is: "self" }
  for (let depth = 0; depth < 100_000; depth++) condition = { all: [condition] }
  assert.equal(holds(condition), false)
  const nested = (inner: Condition, depth: number): Condition =>
    depth === 0 ? inner : { all: [nested(inner, depth - 1)] }
  const yes: Condition = { fact: "client_type", is: "self" }
  const no: Condition = { fact: "client_type", is: "representative" }
  assert.equal(holds(nested(yes, max_condition_depth)), true)
  assert.equal(holds(nested(yes, max_condition_depth + 1)), false)
  // A negation counts as a level, and what is too deep for it to judge does not become true by it.
  assert.equal(holds(nested({ not: no }, max_condition_depth - 1)), true)
  for (const inner of [yes, no]) assert.equal(holds(nested({ not: inner }, max_condition_depth)), false)
  assert.equal(leavesOf(nested(yes, max_condition_depth)).length, 1)
  assert.equal(leavesOf(nested(yes, max_condition_depth + 1)).length, 0)
})
