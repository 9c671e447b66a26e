import assert from "node:assert/strict"
import { test } from "node:test"
import { countText } from "./count-text.ts"

test("one thing is in the singular, none and several are in the plural, and thousands have commas", () => {
  const said = [0, 1, 2, 1_200].map((count) => countText(count, "file"))
  assert.deepEqual(said, ["0 files", "1 file", "2 files", "1,200 files"])
  assert.equal(countText(1, "child is", "children are"), "1 child is")
  assert.equal(countText(2, "child is", "children are"), "2 children are")
})
