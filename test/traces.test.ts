import assert from "node:assert/strict"
import { test } from "node:test"
import { nameSources } from "./traces.ts"

test("a stack trace of a built file points to its source, and other files stay unchanged", () => {
  const { stack = "" } = new Error("Here")
  assert.match(nameSources(stack), /[( ]test\/traces\.test\.ts:6:26\)?\n/)
  assert.equal(nameSources("at work (/nowhere/at-all.mjs:1:2)"), "at work (/nowhere/at-all.mjs:1:2)")
})
