import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { ask, choices, t } from "../../../test/harness/definition-parts.ts"
import { conditionSentence } from "./condition-sentences.ts"
import type { Condition } from "./conditions.ts"

const definition = {
  sections: [
    {
      id: "section_1",
      kind: "questions" as const,
      title: "Garden",
      questions: [
        ask("question_own", "yes_no", t("Do you own it?", "¿Es suyo?")),
        ask("question_kind", "one_of", t("What kind?", "¿De qué tipo?"), {
          options: choices(["lawn", "Lawn", "Césped"]),
        }),
        ask("question_worth", "money", t("Worth?", "¿Valor?")),
        ask("question_since", "date", t("Since when?", "¿Desde cuándo?")),
      ],
    },
  ],
}

const sentence = (condition: Condition) => conditionSentence(condition, definition)

test("a condition sentence quotes prompts and labels and formats amounts and dates", () => {
  assert.equal(
    sentence({
      all: [
        { question: "question_own", is: true },
        { question: "question_kind", is: "lawn" },
      ],
    }),
    "Shown only if “Do you own it?” is “Yes” and “What kind?” is “Lawn”.",
  )
  assert.equal(
    sentence({ question: "question_worth", greater_than: 1000 }),
    "Shown only if “Worth?” is more than $1,000.00.",
  )
  assert.equal(
    sentence({ question: "question_since", less_than: "2020-03-01" }),
    "Shown only if “Since when?” is before March 1, 2020.",
  )
  assert.equal(sentence({ fact: "has_partner", is: true }), "Shown only if a partner takes part.")
})

test("asset facts read as sentences with category names instead of codes", () => {
  assert.equal(
    sentence({
      any: [
        { fact: "assets", includes: "A017" },
        { fact: "assets", includes: "A018" },
      ],
    }),
    "Shown only if the list of assets and debts includes “Real Estate” or “Timeshares”.",
  )
  assert.equal(
    sentence({ fact: "has_minor_beneficiaries", is: true }),
    "Shown only if a beneficiary of an asset is under 18.",
  )
  for (const fact of ["assets", "has_joint_assets", "has_minor_beneficiaries"] as const)
    for (const is_answered of [true, false]) assert.doesNotMatch(sentence({ fact, is_answered }), /answered/)
})

test("alternative values of one question are listed in a single clause", () => {
  const status = (is: string) => ({ fact: "marital_status", is }) as const
  assert.equal(
    sentence({ any: [status("married"), status("life_partner"), status("separated")] }),
    "Shown only if the marital status is married, life partners, or separated.",
  )
  const worth = sentence({
    any: [
      { question: "question_worth", is: 1 },
      { question: "question_worth", less_than: 9 },
    ],
  })
  assert.equal(worth, "Shown only if “Worth?” is $1.00 or “Worth?” is less than $9.00.")
})

test("nested groups are put in parentheses", () => {
  const english = sentence({
    all: [
      { fact: "marital_status", is: "married" },
      {
        any: [
          { question: "question_own", is_answered: false },
          { not: { question: "question_own", is: true } },
        ],
      },
    ],
  })
  assert.equal(
    english,
    "Shown only if the marital status is married and (“Do you own it?” is not answered or it is not true that “Do you own it?” is “Yes”).",
  )
})

test("alternatives that each need several things are put in parentheses", () => {
  const all = [
    { fact: "marital_status", is: "married" },
    { question: "question_own", is: true },
  ] as const
  const english = sentence({ any: [{ all: [...all] }, { fact: "has_partner", is: true }] })
  assert.match(english, /^Shown only if \(the marital status is married and “Do you own it\?” is “Yes”\) or /)
})

test("any condition, even a malformed one, yields a sentence", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (value, other) => {
      for (const condition of [
        value,
        { all: value },
        { any: [value, other] },
        { not: value },
        { fact: value, is: other },
      ]) {
        assert.match(sentence(condition as Condition), /^\S.*\.$/su)
      }
    }),
    {
      examples: [
        [0, { toString: 0 }],
        ["toString", "constructor"],
        [{}, "toString"],
        ["__proto__", "__proto__"],
      ],
    },
  )
})
