import assert from "node:assert/strict"
import { test } from "node:test"
import { completeZip } from "./zip-codes.ts"

test("a ZIP code regains the zeros that a spreadsheet dropped, if its state explains them", () => {
  assert.equal(completeZip("2134", "MA"), "02134")
  assert.equal(completeZip(" 7030 ", "New Jersey"), "07030")
  assert.equal(completeZip("6510-1234", "ct"), "06510-1234")
  assert.equal(completeZip("901", "PR"), "00901")
  assert.equal(completeZip("802", "VI"), "00802")
  assert.equal(completeZip("62701", "IL"), "62701")
  assert.equal(completeZip("", "MA"), "")
  assert.equal(completeZip("SW1A 1AA", ""), "SW1A 1AA")
  for (const [zip, state] of [
    ["2134", "IL"],
    ["2134", ""],
    ["213", "MA"],
    ["9010", "PR"],
  ] as const)
    assert.equal(completeZip(zip, state), undefined, zip + state)
})
