import assert from "node:assert/strict"
import { test } from "node:test"
import { compareClocks } from "./clock-difference.ts"

test("a clock that reads within the round trip agrees; one that does not is ahead or behind by what lies between", () => {
  const compare = (theirs_s: number) =>
    compareClocks(theirs_s * 1_000, { sent_ms: 1_000_000, received_ms: 1_004_000 })
  for (const theirs_s of [1_000, 1_002, 1_004]) assert.equal(compare(theirs_s).difference_ms, 0)
  const ahead = compare(1_000 - 3 * 3_600)
  assert.equal(ahead.difference_ms, 3 * 3_600_000)
  assert.match(ahead.sentence, /clock is 180 minutes ahead of the database’s: synchronize/)
  const late = compare(1_004 + 30)
  assert.equal(late.difference_ms, 30_000)
  assert.match(late.sentence, /clock is 30 seconds behind the database’s/)
})
