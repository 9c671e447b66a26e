import assert from "node:assert/strict"
import { test } from "node:test"
import { type Reason, reasonOf } from "./reasons.ts"

test("each similar name has its reason, and other names are left out", () => {
  const pairs: [string, string, Reason | undefined][] = [
    ["Ada Smith", "ada  smith", "same"],
    ["Siobhán O’Neil", "Siobhan ONeil", "same"],
    ["A.B.C. Holdings", "ABC Holdings", "same"],
    ["Ada Smith", "Smith, Ada", "reordered"],
    ["Ada Smith", "Ada Marie Smith", "contained"],
    ["Smith", "Ada Smith", "contained"],
    ["Ada Smith", "A. Smith", "nearly"],
    ["Ada Jonsson", "Ada Jonson", "nearly"],
    ["Acme Holdings LLC", "Acme Holding LLC", "nearly"],
    ["Kathryn Smith", "Katherine Smith", "alike"],
    ["Maria de la Cruz", "Maria Delacruz", "alike"],
    ["Delacruz", "Ana de la Cruz", "alike"],
    ["Delacruz", "Ana de la Vega", undefined],
    ["Ada Smith", "Ben Smith", undefined],
    ["Ada Smith", "Ada Brown", undefined],
    ["Ada Smith", "", undefined],
    ["", "Ada Smith", undefined],
  ]
  for (const [name, found, reason] of pairs) assert.equal(reasonOf(name, found), reason, `${name} / ${found}`)
})
