import assert from "node:assert/strict"
import { test } from "node:test"
import { addWorkingDays, replyDaysOf } from "./reply-days.ts"

test("the promised date counts working days, across weekends and the end of the year", () => {
  // 2026-11-20 is a Friday.
  assert.equal(addWorkingDays("2026-11-20", 0), "2026-11-20")
  assert.equal(addWorkingDays("2026-11-20", 1), "2026-11-23")
  assert.equal(addWorkingDays("2026-11-21", 1), "2026-11-23")
  assert.equal(addWorkingDays("2026-11-18", 5), "2026-11-25")
  assert.equal(addWorkingDays("2026-12-31", 10), "2027-01-14")
})

test("a firm can promise only the values on the list", () => {
  assert.equal(replyDaysOf({ settings: {} }), 0)
  assert.equal(replyDaysOf({ settings: { reply_days: 5 } }), 5)
  assert.equal(replyDaysOf({ settings: { reply_days: "soon" } }), 0)
  assert.equal(replyDaysOf({ settings: { reply_days: 4000 } }), 0)
})
