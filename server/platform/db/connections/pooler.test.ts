import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import pg from "pg"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { createOwnDatabase } from "../../../../test/harness/own-database.ts"
import { startPgBouncer, without_pgbouncer } from "../../../../test/harness/pgbouncer.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { openStrippingProxy } from "../../../../test/harness/stripping-proxy.ts"
import { startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts"
import { checkPooling } from "../../../database-connections.ts"
import { openJobs } from "../../../jobs.ts"
import { findLeaks } from "../../../operations/system/separation.ts"
import { sql } from "../sql.ts"
import type { DatabaseTarget } from "./connect-database.ts"
import { findPooling } from "./pooler.ts"

const targetOf = (url: string, setting = "DATABASE_URL"): DatabaseTarget => ({
  connection: { connectionString: url },
  setting,
})
const connectionsOf = (pooled: DatabaseTarget, direct: DatabaseTarget) => ({
  pooled,
  direct,
  close: async () => undefined,
})

/** Reads two firms' matters with each firm's key, many requests at a time. */
async function assertApart(service: TestService): Promise<void> {
  const firms = await Promise.all(["Alder", "Birch"].map((name) => service.newFirm(name)))
  const [alder, birch] = firms as [TestFirm, TestFirm]
  const ids = await Promise.all(firms.map(async (firm) => (await newIntake(firm)).matter_id))
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const [own_firm, own] = index % 2 === 0 ? [alder, ids[0]] : [birch, ids[1]]
      const foreign = index % 2 === 0 ? ids[1] : ids[0]
      const list = await own_firm.request("GET", "/v1/matters")
      assertEach(list.body.results, ({ id }: { id: string }) => id, [own])
      const one = await own_firm.request("GET", `/v1/matters/${own}`)
      return [one.status, (await own_firm.request("GET", `/v1/matters/${foreign}`)).status].join()
    }),
  )
  assert.deepEqual([...new Set(answers)], ["200,404"])
  assert.deepEqual(await findLeaks(service.db, { everywhere: true }), [])
}

async function ownDatabase(t: TestContext): Promise<string> {
  const database = await createOwnDatabase()
  t.after(() => database.drop())
  return database.url
}

test("behind a pooler that drops startup options, a firm's key reads only its own firm", async (t) => {
  const url = await ownDatabase(t)
  const proxy = await openStrippingProxy(url)
  t.after(() => proxy.close())
  const service = await openTestService({ database_url: proxy.url, direct_database_url: url }, t)
  await assertApart(service)
})

test("the test proxy drops options and is detected as a pooler that keeps sessions", async (t) => {
  const url = await ownDatabase(t)
  const proxy = await openStrippingProxy(url)
  t.after(() => proxy.close())
  const client = new pg.Client({ connectionString: proxy.url, options: "-c statement_timeout=1234" })
  await client.connect()
  const { rows } = await client.query("select current_setting('statement_timeout') as found")
  await client.end()
  assert.deepEqual([rows[0].found, proxy.stripped], ["0", 1])
  const { place, ...remaining } = await findPooling(targetOf(proxy.url))
  assert.deepEqual(remaining, { keeps_sessions: true, keeps_statements: true })
  assert.equal(place, (await findPooling(targetOf(url))).place)
})

test("every transaction has its role, its timeout, UTC, and no JIT, whatever the connection options", async (t) => {
  const url = await ownDatabase(t)
  const service = await openTestService({ database_url: `${url}?options=-c%20timezone%3DAsia/Tokyo` }, t)
  const settings = sql`
    select current_user::text as role, current_setting('statement_timeout') as limit, current_setting('timezone') as zone,
           current_setting('jit') as jit`
  const firm = await service.newFirm()
  assert.deepEqual(await firm.one(settings), {
    role: "foyer_firm",
    limit: "30s",
    zone: "UTC",
    jit: "off",
  })
  assert.deepEqual(await service.db.withTimeout(2_000).forPlatform((tx) => tx.one(settings)), {
    role: "foyer_platform",
    limit: "2s",
    zone: "UTC",
    jit: "off",
  })
})

test("pooled and direct connections to different databases are refused", async (t) => {
  const [one, other] = [await ownDatabase(t), await ownDatabase(t)]
  const connections = connectionsOf(targetOf(one), targetOf(other, "FOYER_DIRECT_DATABASE_URL"))
  await assert.rejects(
    checkPooling(connections),
    /DATABASE_URL and FOYER_DIRECT_DATABASE_URL point to different/,
  )
  await checkPooling(connectionsOf(targetOf(one), targetOf(one, "FOYER_DIRECT_DATABASE_URL")))
})

const pooled = { skip: without_pgbouncer }

test(
  "PgBouncer in session mode keeps sessions, prepared statements, and tenant isolation",
  pooled,
  async (t) => {
    const url = await ownDatabase(t)
    const bouncer = await startPgBouncer(url, "session")
    t.after(() => bouncer.stop())
    const { place, ...remaining } = await findPooling(targetOf(bouncer.url))
    assert.deepEqual(remaining, { keeps_sessions: true, keeps_statements: true }, place)
    const service = await openTestService({ database_url: bouncer.url, direct_database_url: bouncer.url }, t)
    await assertApart(service)
  },
)

test("PgBouncer in transaction mode keeps tenant isolation, and jobs bypass it", pooled, async (t) => {
  const url = await ownDatabase(t)
  const bouncer = await startPgBouncer(url, "transaction")
  t.after(() => bouncer.stop())
  const service = await openTestService({ database_url: bouncer.url, direct_database_url: url }, t)
  await assertApart(service)

  const jobs = await openJobs({ ...service, connection: { connectionString: url } })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const event_type = "intakeform.created"
  await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type })
  await newIntake(firm)
  await receiver.waitFor(({ length }) => length >= 1)
})

test("PgBouncer in transaction mode is recognized while other programs use it", pooled, async (t) => {
  const url = await ownDatabase(t)
  // Two connections, so that one of the busy clients takes the other one all the time.
  const bouncer = await startPgBouncer(url, "transaction", ["default_pool_size = 2"])
  t.after(() => bouncer.stop())
  const busy = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: bouncer.url })
      await client.connect()
      return client
    }),
  )
  let isOver = false
  const work = busy.map(async (client) => {
    while (!isOver) await client.query("begin; select pg_sleep(0.002); commit")
    await client.end()
  })
  try {
    for (let time = 0; time < 20; time++) {
      const { place, ...found } = await findPooling(targetOf(bouncer.url))
      assert.deepEqual(found, { keeps_sessions: false, keeps_statements: false }, place)
    }
  } finally {
    isOver = true
    await Promise.all(work)
  }
})

test("PgBouncer in transaction mode is refused as the only connection", pooled, async (t) => {
  const url = await ownDatabase(t)
  const bouncer = await startPgBouncer(url, "transaction")
  t.after(() => bouncer.stop())
  const only = targetOf(bouncer.url)
  await assert.rejects(
    checkPooling(connectionsOf(only, only)),
    /Set FOYER_DIRECT_DATABASE_URL to the database itself/,
  )
  const second = targetOf(bouncer.url, "FOYER_DIRECT_DATABASE_URL")
  await assert.rejects(
    checkPooling(connectionsOf(only, second)),
    /FOYER_DIRECT_DATABASE_URL points to a pooler/,
  )
  const { keeps_sessions } = await checkPooling(
    connectionsOf(only, targetOf(url, "FOYER_DIRECT_DATABASE_URL")),
  )
  assert.equal(keeps_sessions, false)
})
