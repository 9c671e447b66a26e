import assert from "node:assert/strict"
import { test } from "node:test"
import { isoDateOf, typedIsoDate } from "./iso-date.ts"

test("staff type a date as they write it, the month first", () => {
  for (const typed of [
    "3/4/1962",
    "03/04/1962",
    "3-4-1962",
    "3.4.1962",
    "1962-03-04",
    "1962-3-4",
    "March 4, 1962",
    "4 Mar 1962",
    " 3/4/1962 ",
    "３/４/１９６２",
  ])
    assert.equal(isoDateOf(typed), "1962-03-04", typed)
  assert.equal(isoDateOf("14/3/1962"), "1962-03-14")
  for (const typed of ["", "3/4/62", "1962", "22710", "19620304", "2/30/1962", "March 1962", "soon"])
    assert.equal(isoDateOf(typed), undefined, typed)
  assert.equal(isoDateOf(typedIsoDate("1962-03-04")), "1962-03-04")
})
