import assert from "node:assert/strict"
import { test } from "node:test"
import { generationAt } from "./generations.ts"

test("a nightly backup is there for a week and Sunday's for five weeks, over the ends of years too", () => {
  for (const first of ["2026-11-26T02:30:00Z", "2027-12-20T23:59:59Z", "2028-02-20T00:00:00Z"]) {
    const nights = Array.from({ length: 120 }, (_, day) => new Date(Date.parse(first) + day * 86_400_000))
    nights.forEach((night, index) => {
      const isSunday = night.getUTCDay() === 0
      const next = nights.findIndex((other, at) => at > index && generationAt(other) === generationAt(night))
      if (next !== -1) assert.equal(next - index, isSunday ? 35 : 7, night.toISOString())
    })
    assert.equal(new Set(nights.map(generationAt)).size, 11)
  }
})
