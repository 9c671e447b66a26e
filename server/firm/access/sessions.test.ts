import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { inviteStaff } from "../users/setup-links.ts"
import { staffLifetime } from "./console.ts"
import { clientLifetime } from "./portal.ts"
import {
  createSession,
  endSession,
  endSessionsOf,
  extendSession,
  type Lifetime,
  listSessions,
  proofOfSession,
  type SessionIdentity,
} from "./sessions.ts"

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
const day_ms = 24 * hour_ms
const morning = new Date("2027-03-02T15:00:00Z")
let now = morning
const { service, firm } = provideServiceAndFirm({ clock: () => now })
let user_id: string
beforeEach(async () => {
  now = morning
  const email = `ruth.${Math.random()}@example.com`
  user_id = (await firm.run((tx) => inviteStaff(tx, { email, name: "Ruth", role: "member" }))).user_id
})

const signIn = (lifetime: Lifetime) =>
  firm.run((tx) => createSession(tx, { user_id, device: "Test", lifetime }))

/** Finds the session's user at the current time. Extends the session, as every request does. */
async function use(
  token: string,
  lifetime: Lifetime,
  db: Database = service.db,
): Promise<string | undefined> {
  let identity: SessionIdentity | undefined
  await db.forBearer<SessionIdentity, void>(
    proofOfSession(token, now),
    (row) => {
      identity = row
    },
    async (tx) => {
      if (identity) await extendSession(tx, identity, lifetime)
    },
  )
  return identity?.user_id
}

/** Runs `work` between a request's verification and the moment it extends its session. */
async function verifiedThen(token: string, work: () => Promise<unknown>): Promise<void> {
  let identity: SessionIdentity | undefined
  await service.db.forBearer<SessionIdentity, void>(
    proofOfSession(token, now),
    (row) => {
      identity = row
    },
    async (tx) => {
      await work()
      if (identity) await extendSession(tx, identity, lifetime)
    },
  )
}

const passing = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const lifetime = { idle_s: 3_600, max_s: 8 * 3_600 }

test("an unused session ends after its idle time, and not earlier", async () => {
  const { token } = await signIn(lifetime)
  passing(hour_ms - 1_000)
  assert.equal(await use(token, { ...lifetime, idle_s: 0 }), user_id)
  now = new Date(morning.getTime() + hour_ms)
  assert.equal(await use(token, lifetime), undefined)
})

test("a session in use outlives its idle time, but not its maximum lifetime", async () => {
  const { token } = await signIn(lifetime)
  for (let half_hours = 1; half_hours < 16; half_hours += 1) {
    passing(hour_ms / 2)
    assert.equal(await use(token, lifetime), user_id, `${half_hours} half hours`)
  }
  passing(hour_ms / 2 - 1_000)
  assert.equal(await use(token, lifetime), user_id)
  passing(1_000)
  assert.equal(await use(token, lifetime), undefined)
})

test("staff sessions last hours, and client sessions days, as documented", () => {
  assert.deepEqual(staffLifetime, { idle_s: 12 * 3_600, max_s: 7 * 24 * 3_600 })
  assert.deepEqual(clientLifetime, { idle_s: 24 * 3_600, max_s: 30 * 24 * 3_600 })
})

test("a session is extended at most once a minute, however often it is used", async () => {
  const { token, session_id } = await signIn(lifetime)
  const seen = async () =>
    (await firm.run((tx) => listSessions(tx, user_id))).find(({ id }) => id === session_id)?.last_seen_at
  passing(minute_ms - 1_000)
  await use(token, lifetime)
  assert.deepEqual(await seen(), morning)
  passing(1_000)
  await use(token, lifetime)
  assert.deepEqual(await seen(), now)
})

test("a session that ended after a request was verified is not brought back by that request", async () => {
  const { token, session_id } = await signIn(lifetime)
  passing(10 * minute_ms)
  const end = sql`update sessions set expires_at = to_timestamp(0) where id = ${session_id}`
  await verifiedThen(token, () => firm.write(end))
  assert.equal(await use(token, lifetime), undefined)
})

test("requests of one session do not wait for each other to extend it", async () => {
  const { token, session_id } = await signIn(lifetime)
  passing(10 * minute_ms)
  let extended = 0
  await firm.run(async (tx) => {
    await tx.run(sql`select id from sessions where id = ${session_id} for no key update`)
    for (let request = 0; request < 3; request++) {
      await use(token, lifetime)
      extended++
    }
  })
  assert.equal(extended, 3)
})

test("signing out ends one session at once, and the user's others stay", async () => {
  const [one, other] = [await signIn(lifetime), await signIn(lifetime)]
  await firm.run((tx) => endSession(tx, one.session_id))
  assert.equal(await use(one.token, lifetime), undefined)
  assert.equal(await use(other.token, lifetime), user_id)
})

test("ending all sessions of a user keeps the current one, and those of other users", async () => {
  const [one, other] = [await signIn(lifetime), await signIn(lifetime)]
  const admin = firm.admin.user_id
  const stranger = await firm.run((tx) => createSession(tx, { user_id: admin, device: "Test", lifetime }))
  await firm.run((tx) => endSessionsOf(tx, user_id, one.session_id))
  assert.equal(await use(one.token, lifetime), user_id)
  assert.equal(await use(other.token, lifetime), undefined)
  assert.equal(await use(stranger.token, lifetime), admin)
})

test("the list of sessions has the live ones, last used first, and never a token", async () => {
  const old = await signIn(lifetime)
  passing(2 * minute_ms)
  const recent = await signIn(lifetime)
  const list = await firm.run((tx) => listSessions(tx, user_id))
  assertEach(list, ({ id }) => id, [recent.session_id, old.session_id])
  assert.ok(!JSON.stringify(list).includes(recent.token))
  passing(day_ms)
  assert.deepEqual(await firm.run((tx) => listSessions(tx, user_id)), [])
})
