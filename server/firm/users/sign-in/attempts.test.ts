import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import {
  codeMailLimit,
  forgiveAttempt,
  inquiryCodeLimit,
  type Limit,
  linkMailAddressLimit,
  linkMailLimits,
  networkLimit,
  removeOldAttempts,
  requireAttempt,
  startPageLimits,
  testMailLimit,
} from "./attempts.ts"
import { claimAttempts } from "./sign-in-limits.ts"

const service = provideService({ clock: () => now, own_database: true })
let now = new Date("2026-03-02T09:30:00Z")

let count = 0
const newLimit = (free = 2): Limit => ({
  key: `test ${++count} ${process.pid}`,
  free,
  wait_s: 30,
  max_wait_s: 100,
})
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

/** Returns the seconds the next attempt has to wait; 0 if it may proceed. */
async function attempt(...limits: Limit[]): Promise<number> {
  try {
    await requireAttempt(service, limits)
    return 0
  } catch (error) {
    assert.ok(error instanceof Failure && error.kind === "too_many")
    return error.retry_after_s ?? -1
  }
}

test("each failure past the free ones doubles the wait, up to a maximum", async () => {
  const limit = newLimit()
  assert.deepEqual([await attempt(limit), await attempt(limit)], [0, 0])
  for (const expected of [30, 60, 100, 100]) {
    assert.equal(await attempt(limit), expected)
    wait(expected - 1)
    assert.equal(await attempt(limit), 1, "what is refused does not count again")
    wait(1)
    assert.equal(await attempt(limit), 0)
  }
})

test("who may mean one of several accounts is told the shortest of their waits", async () => {
  const source = { network: "192.0.2.9", browserOf: () => undefined }
  const claim = (...ids: string[]) =>
    service.db.forPlatform((tx) =>
      claimAttempts(
        tx,
        service.ring,
        { email: "two@example.com", password: "", ...source },
        ids.map((user_id) => ({ user_id })),
      ),
    )
  for (let count = 0; count < 6; count++) await claim("user_one")
  wait((await claim("user_one")).wait_s)
  await claim("user_one")
  for (let count = 0; count < 6; count++) await claim("user_two")
  assert.equal((await claim("user_one")).wait_s, 60)
  assert.deepEqual(await claim("user_one", "user_two"), { judged: [], wait_s: 30 })
})

test("parallel attempts are counted one by one", async () => {
  const limit = newLimit(5)
  const waits = await Promise.all(Array.from({ length: 20 }, () => attempt(limit)))
  assert.equal(waits.filter((seconds) => seconds === 0).length, 5)
})

test("a successful attempt resets its own limit, and takes itself back from shared ones", async () => {
  const [own, shared] = [newLimit(), newLimit(3)]
  await attempt(shared, own)
  await attempt(shared, own)
  await forgiveAttempt(service, { own, shared: [shared] })
  assert.equal(await attempt(own), 0)
  assert.deepEqual([await attempt(shared), await attempt(shared)], [0, 0])
  assert.ok((await attempt(shared)) > 0, "one of the two failures before stays")
})

test("after a day without attempts, limits reset and their rows are removed", async () => {
  const limit = newLimit(1)
  await attempt(limit)
  assert.ok((await attempt(limit)) > 0)
  wait(24 * 3_600 + 1)
  await service.db.forPlatform(removeOldAttempts)
  const key = service.ring.sign(limit.key, "sign_in_attempt")
  const { left } = await service.db.forPlatform((tx) =>
    tx.one<{ left: number }>(sql`select count(*) as left from sign_in_attempts where key = ${key}`),
  )
  assert.equal(left, 0)
  assert.equal(await attempt(limit), 0)
})

test("each kind of attempt has its number of free failures, its first wait, and its longest", () => {
  const start = { ip: "203.0.113.7", network: "203.0.113.0/24", firm_id: "firm_1", email: "Ada@example.com" }
  const limits = [
    networkLimit("n"),
    codeMailLimit("n"),
    ...linkMailLimits("i", "n"),
    linkMailAddressLimit("f", "A@b.c"),
    ...startPageLimits(start),
    inquiryCodeLimit("i"),
    testMailLimit("u"),
  ]
  assertEach(limits, ({ key, free, wait_s, max_wait_s }) => `${key}: ${free}, ${wait_s} s, ${max_wait_s} s`, [
    "network n: 40, 10 s, 600 s",
    "code_mail n: 30, 60 s, 900 s",
    "link_mail source i: 5, 60 s, 900 s",
    "link_mail network n: 20, 60 s, 900 s",
    "link_mail address f a@b.c: 2, 1800 s, 3600 s",
    "start_page source 203.0.113.7: 5, 60 s, 900 s",
    "start_page network 203.0.113.0/24: 20, 60 s, 900 s",
    "start_page address ada@example.com: 3, 1800 s, 3600 s",
    "start_page firm firm_1: 100, 10 s, 60 s",
    "inquiry_code i: 5, 3600 s, 3600 s",
    "test_mail u: 10, 60 s, 900 s",
  ])
})

test("limits are not stored in plain text, and no firm's transaction can read or write them", async () => {
  const limit = newLimit()
  await attempt(limit)
  const stored = await service.db.forPlatform((tx) =>
    tx.all<{ key: string }>(sql`select key from sign_in_attempts`),
  )
  assert.ok(stored.length > 0)
  assert.doesNotMatch(JSON.stringify(stored), /test \d/)
  const firm = await service.newFirm()
  await assert.rejects(firm.all(sql`select * from sign_in_attempts`), /permission denied/)
  await assert.rejects(firm.write(sql`delete from sign_in_attempts`), /permission denied/)
})
