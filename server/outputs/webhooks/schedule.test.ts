import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { classifyResponse, isDelinquent, max_attempts, nextAttemptAt } from "./schedule.ts"

const now = new Date("2026-03-02T12:00:00Z")
const middle = () => 0.5
const gaps_s = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

function waitOf(schedule_step: number, retry_after?: string, random = middle): number | undefined {
  const next = nextAttemptAt({ schedule_step, now, retry_after, random })
  return next === undefined ? undefined : (next.getTime() - now.getTime()) / 1000
}

test("there are ten attempts at the published gaps, and none after the tenth", () => {
  assert.equal(max_attempts, 10)
  assertEach(gaps_s, (_gap, schedule_step) => waitOf(schedule_step), gaps_s)
  for (const schedule_step of [10, 11, 1_000]) assert.equal(waitOf(schedule_step, "60"), undefined)
})

test("jitter moves an attempt by at most a fifth of its gap in either direction, and never the first", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), random, (schedule_step, drawn) => {
      const gap_s = gaps_s[schedule_step] ?? Number.NaN
      const wait_s = waitOf(schedule_step, undefined, () => drawn) ?? Number.NaN
      assert.ok(wait_s >= gap_s * 0.8 - 0.001 && wait_s <= gap_s * 1.2 + 0.001)
    }),
  )
  assert.equal(
    waitOf(2, undefined, () => 0),
    240,
  )
  assert.equal(
    waitOf(2, undefined, () => 0.9999999),
    360,
  )
})

test("Retry-After delays an attempt by at most a day, and never brings it forward", () => {
  assert.equal(waitOf(1, "120"), 120)
  assert.equal(waitOf(1, " 120 "), 120)
  assert.equal(waitOf(2, "10"), 300)
  assert.equal(waitOf(1, "0"), 5)
  assert.equal(waitOf(1, "9".repeat(400)), 86_400)
  assert.equal(
    waitOf(9, "86400", () => 0.9),
    86_400 * 1.16,
  )
})

test("Retry-After may be a date in any of HTTP's three formats", () => {
  for (const date of [
    "Mon, 02 Mar 2026 13:00:00 GMT",
    "Monday, 02-Mar-26 13:00:00 GMT",
    "Mon Mar  2 13:00:00 2026",
  ]) {
    assert.equal(waitOf(1, date), 3_600, date)
  }
  assert.equal(waitOf(1, "Mon, 02 Mar 2026 11:00:00 GMT"), 5)
  assert.equal(waitOf(1, "Fri, 02 Mar 2096 11:00:00 GMT"), 86_400)
})

test("a malformed Retry-After is ignored", () => {
  const texts = [
    "",
    "soon",
    "-5",
    "1.5",
    "1e9",
    "0x10",
    "120 s",
    "2026-03-02T13:00:00Z",
    "Xyz, 99 Abc 2026 99:00:00 GMT",
  ]
  for (const text of texts) assert.equal(waitOf(1, text), 5, text)
  fc.assert(fc.property(fc.string(), (text) => (waitOf(1, text) ?? 0) >= 5))
})

test("2xx means delivered, 410 means gone, and everything else failed, including redirects", () => {
  for (const status of [200, 201, 202, 204, 299]) assert.equal(classifyResponse(status), "delivered")
  assert.equal(classifyResponse(410), "gone")
  for (const status of [
    0, 100, 101, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 411, 429, 500, 503, 599,
  ]) {
    assert.equal(classifyResponse(status), "failed", String(status))
  }
})

test("an endpoint is delinquent after five days of nothing but failures", () => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const judge = (first: Date | null, last: Date | null, success: Date | null) =>
    isDelinquent({ first_failure_at: first, last_failure_at: last, last_success_at: success, now })
  assert.equal(judge(null, null, null), false)
  assert.equal(judge(hoursAgo(120), hoursAgo(1), null), true)
  assert.equal(judge(hoursAgo(120), hoursAgo(1), hoursAgo(121)), true)
  assert.equal(judge(hoursAgo(119.99), hoursAgo(1), null), false)
  assert.equal(judge(hoursAgo(120), hoursAgo(108), null), true)
  assert.equal(judge(hoursAgo(120), hoursAgo(108.01), null), false)
  assert.equal(judge(hoursAgo(200), hoursAgo(200), null), false)
  assert.equal(judge(hoursAgo(120), hoursAgo(1), hoursAgo(60)), false)
  assert.equal(judge(hoursAgo(120), hoursAgo(1), hoursAgo(0)), false)
  assert.equal(judge(hoursAgo(120), hoursAgo(1), hoursAgo(120)), false)
})
