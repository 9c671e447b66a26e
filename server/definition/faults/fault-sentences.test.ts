import assert from "node:assert/strict"
import { test } from "node:test"
import { faultSentence } from "./fault-sentences.ts"

test("a sentence is about the answer where the label is a question, and about the field where it is a name", () => {
  assert.match(
    faultSentence({ code: "phone_unreadable" }, "Mobile phone", "en"),
    /^“Mobile phone” must be one phone number/,
  )
  assert.match(
    faultSentence({ code: "phone_unreadable" }, "What number should we call first?", "en"),
    /^Your answer to “What number should we call first\?” must be one phone number/,
  )
  assert.match(
    faultSentence({ code: "phone_unreadable" }, "¿A qué número llamamos primero?", "es"),
    /^Su respuesta a «¿A qué número llamamos primero\?» /,
  )
  assert.equal(
    faultSentence({ code: "answer_missing" }, "Who keeps it?", "en"),
    "“Who keeps it?” needs an answer.",
  )
})
