import assert from "node:assert/strict"
import { test } from "node:test"
import { openRateLimit } from "./rate-limits.ts"

test("at most 20,000 names are counted, the newest among them", () => {
  const limit = openRateLimit(2, () => 0)
  for (let name = 0; name < 30_000; name += 1) limit.take(String(name))
  const known = Array.from({ length: 30_000 }, (_, name) => limit.look(String(name)).left === 1)
  assert.equal(known.filter(Boolean).length, 20_000)
  assert.equal(known.at(-1), true)
})

test("expired windows are dropped first", () => {
  let now = 0
  const limit = openRateLimit(2, () => now)
  for (let name = 0; name < 10_000; name += 1) limit.take(String(name))
  now = 60_000
  limit.take("0")
  for (let name = 10_000; name < 25_000; name += 1) limit.take(String(name))
  assert.equal(limit.look("0").left, 1)
})
