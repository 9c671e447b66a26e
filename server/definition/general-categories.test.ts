import assert from "node:assert/strict"
import { test } from "node:test"
import { findGeneralCategory, generalCategories, generalCategoryOnWire } from "./general-categories.ts"

test("A017 is Real Estate", () => {
  assert.deepEqual(generalCategoryOnWire("A017"), { id: "A017", label: "Real Estate" })
})

test("an unset or unknown category has a null id and label", () => {
  assert.deepEqual(generalCategoryOnWire(null), { id: null, label: null })
  assert.deepEqual(generalCategoryOnWire("A999"), { id: null, label: null })
  assert.equal(findGeneralCategory("A999"), undefined)
})

test("codes are A and three digits, unique, sorted, and labeled", () => {
  const ids = generalCategories.map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)].toSorted())
  for (const { id, label } of generalCategories) {
    assert.match(id, /^A\d{3}$/)
    assert.ok(label)
  }
})
