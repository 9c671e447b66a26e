import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { hasIncompleteShares, readShare, restOf, splitEqually, totalOf } from "./shares.ts"

test("readShare accepts percentages as people write them, and nothing else", () => {
  const cases = {
    50: "50.00",
    "33.33": "33.33",
    "33,3 %": "33.30",
    "100%": "100.00",
    " 0 ": "0.00",
    "007": "7.00",
  }
  for (const [typed, share] of Object.entries(cases)) assert.equal(readShare(typed), share)
  for (const typed of ["", "half", "100.01", "-5", "33.333", "1/3", "1e2"])
    assert.equal(readShare(typed), undefined)
})

test("an equal split adds up to exactly 100 percent and its parts differ by a hundredth at most", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (count) => {
      const shares = splitEqually(count)
      assert.equal(totalOf(shares), "100.00")
      assert.ok(Math.max(...shares.map(Number)) - Math.min(...shares.map(Number)) < 0.011)
    }),
  )
  assert.deepEqual(splitEqually(3), ["33.34", "33.33", "33.33"])
})

test("a single blank share gets what the others leave of 100 percent", () => {
  assert.equal(restOf(["60.00"]), "40.00")
  assert.equal(restOf(["33.33", "33.33"]), "33.34")
  assert.equal(restOf(["60.00", "40.00"]), undefined)
  assert.equal(restOf(["80.00", "40.00"]), undefined)
})

test("each level that has beneficiaries must add up to 100 percent on its own", () => {
  assert.equal(hasIncompleteShares([]), false)
  assert.equal(hasIncompleteShares([{ level: "primary", share: "100.00" }]), false)
  assert.equal(
    hasIncompleteShares([
      { level: "primary", share: "100.00" },
      { level: "contingent", share: "99.99" },
    ]),
    true,
  )
})
