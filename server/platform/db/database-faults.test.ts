import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { startDuring } from "../../../test/harness/collide.ts"
import { provideServiceAndFirm, type TestFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { underLoad, waitUntil } from "../../../test/harness/wait-until.ts"
import { inviteStaff } from "../../firm/users/setup-links.ts"
import { changeStaffEmail } from "../../firm/users/users.ts"
import { responseTo } from "../http/responses/problem.ts"
import { max_wait_ms, openConnectionSource } from "./connections/acquire-connection.ts"
import { openDatabase } from "./database.ts"
import { failureOf } from "./database-faults.ts"
import { sql, type Tx } from "./sql.ts"

const { service, firm } = provideServiceAndFirm({ own_database: true })

async function asOwner(...statements: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
  for (const statement of statements) await owner.query(statement)
  await owner.end()
}

/** Open connections keep the settings they started with, so they must be closed. */
const abortOthers = `select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid()`
const alter = (change: string) =>
  `do $$ begin execute format('alter database %I ${change}', current_database()); end $$`

async function subscribe(): Promise<string> {
  const { status, body } = await firm.request("POST", "/v1/subscriptions", {
    url: "http://127.0.0.1:9/",
    event_type: "intakeform.created",
  })
  return `${status} ${body.code ?? ""}`
}

const canRead = async () => (await firm.request("GET", "/v1/matters")).status === 200

test("a read-only database serves reads and is unavailable to writes", async () => {
  await asOwner(alter("set default_transaction_read_only = on"), abortOthers)
  await waitUntil(canRead, "nothing can be read")
  assert.equal(await subscribe(), "503 database_unavailable")
  await asOwner(
    `set default_transaction_read_only = off`,
    alter("reset default_transaction_read_only"),
    abortOthers,
  )
  await waitUntil(canRead, "nothing can be read")
  assert.equal(await subscribe(), "201 ")
})

test("what passes by itself while a database fails over is unavailable, and nothing else is", () => {
  const fails = (message: string, more: object = {}) =>
    responseTo(failureOf(Object.assign(new Error(message), more))).status
  const passing: [string, object?][] = [
    ["terminating connection due to administrator command", { code: "57P01" }],
    ["the database system is starting up", { code: "57P03" }],
    ["server conn crashed?", { code: "08P01" }],
    ["sorry, too many clients already", { code: "53300" }],
    ["cannot execute INSERT in a read-only transaction", { code: "25006" }],
    ["recovery is in progress", { code: "55000" }],
    ["cannot assign TransactionIds during recovery", { code: "XX000" }],
    ["terminating connection due to idle-in-transaction timeout", { code: "25P03" }],
    ["getaddrinfo ENOTFOUND db", { code: "ENOTFOUND" }],
    ["getaddrinfo EAI_AGAIN db", { code: "EAI_AGAIN" }],
    ["", { errors: [Object.assign(new Error("connect"), { code: "ECONNREFUSED" })] }],
    ["connect ENOENT /run/postgresql/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }],
    ["Connection terminated unexpectedly"],
    ["timeout expired"],
  ]
  for (const [message, more] of passing) assert.equal(fails(message, more), 503, message)
  const lasting: [string, object?][] = [
    ["relation does not exist", { code: "42P01" }],
    ["permission denied", { code: "42501" }],
    ["object is not in the required state", { code: "55000" }],
    ["no such file", { code: "ENOENT", syscall: "open" }],
    ["null value", { code: "23502" }],
  ]
  for (const [message, more] of lasting) assert.equal(fails(message, more), 500, message)
})

test("a full disk fails writes with 507, changes nothing, and recovers once there is space", async () => {
  await asOwner(
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
    "create trigger is_full before insert on webhook_endpoints for each row execute function refuse()",
  )
  const endpoints = () => firm.all(sql`select id from webhook_endpoints order by id`)
  const before_ = await endpoints()
  assert.equal(await subscribe(), "507 storage_full")
  assert.deepEqual(await endpoints(), before_)
  await asOwner("drop trigger is_full on webhook_endpoints")
  assert.equal(await subscribe(), "201 ")
})

test("a full disk for files is a 507 too", () => {
  for (const code of ["ENOSPC", "EDQUOT"])
    assert.equal(responseTo(Object.assign(new Error("no space left on device"), { code })).status, 507)
})

test("a statement past its timeout is canceled, and the caller is asked to retry", async () => {
  const slow = service.db.withTimeout(50).forPlatform((tx) => tx.run(sql`select pg_sleep(20)`))
  await assert.rejects(slow, { code: "took_too_long" })
  assert.equal(service.db.pool.idleCount, service.db.pool.totalCount)
})

test("a request that was stopped says so, and sends no one who is signed in to the sign-in page", async () => {
  const staff = await newStaffBrowser(service, firm)
  const owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
  await owner.query("begin; lock table matters")
  const stopped = async <T>(sent: Promise<T>): Promise<T> => {
    await waitUntil(async () => {
      const { rowCount } = await owner.query(`
        select pg_cancel_backend(pid) from pg_locks where relation = 'matters'::regclass and not granted`)
      return rowCount !== 0
    }, "nothing waits for the lock")
    return sent
  }
  const { status, body } = await stopped(firm.request("GET", "/v1/matters"))
  const page = await stopped(staff("GET", "/console/matters"))
  await owner.end()
  assert.deepEqual([status, body.code, page.status], [503, "took_too_long", 503])
  for (const text of [body.detail, page.text])
    assert.match(text, /took too long and was stopped\. Nothing was changed/)
  assert.match(page.text, /<h1[^>]*>This took too long</)
  assert.match(page.text, /href="\/console\/matters"><span>Go to matters/)
  assert.doesNotMatch(page.text, /sign-in page|unavailable/)
})

test("of two deadlocked transactions, one is asked to retry and saves nothing", async () => {
  const other = await service.newFirm()
  const rename = (tx: Tx, { firm_id }: TestFirm, name: string) =>
    tx.run(sql`update firms set name = ${name} where id = ${firm_id}`)
  let begun = 0
  const { promise: bothBegan, resolve } = Promise.withResolvers<void>()
  const renameBoth = (first: TestFirm, second: TestFirm) =>
    service.db.forPlatform(async (tx) => {
      const name = `Renamed with ${first.firm_id}`
      await rename(tx, first, name)
      begun += 1
      if (begun === 2) resolve()
      await bothBegan
      await rename(tx, second, name)
    })
  const outcomes = await Promise.allSettled([renameBoth(firm, other), renameBoth(other, firm)])
  const refused = outcomes.filter((outcome) => outcome.status === "rejected")
  assert.equal(refused.length, 1)
  const answer = responseTo(refused[0]?.reason)
  assert.deepEqual([answer.status, answer.code, answer.retry_after_s], [503, "database_unavailable", 2])
  assert.match(answer.detail, /changing the same records/)
  const names = await service.db.forPlatform((tx) =>
    tx.all<{ name: string }>(
      sql`select distinct name from firms where id in (${firm.firm_id}, ${other.firm_id})`,
    ),
  )
  assert.equal(names.length, 1)
})

test("of two who take the same address at once, one is asked to retry, and then told that it is taken", async () => {
  const [max, ruth] = await firm.run(async (tx) => {
    const invite = (name: string) => inviteStaff(tx, { email: `${name}@firm.example`, name, role: "member" })
    return [await invite("Max"), await invite("Ruth")] as const
  })
  const take = ({ user_id }: { user_id: string }) =>
    firm.run((tx) => changeStaffEmail(tx, user_id, "shared@firm.example"))
  const { outcome } = await firm.run(async (tx) => {
    await changeStaffEmail(tx, max.user_id, "shared@firm.example")
    return startDuring(tx, () => take(ruth).catch((error: unknown) => error))
  })
  const answer = responseTo(await outcome)
  assert.deepEqual([answer.status, answer.code, answer.retry_after_s], [503, "database_unavailable", 2])
  await assert.rejects(take(ruth), { code: "email_taken" })
})

test("callers keep waiting while the database serves others, however long the queue", async (t) => {
  const db = openDatabase({ connection: { connectionString: service.database_url }, max_connections: 1 })
  t.after(() => db.close())
  const nap = () => db.forPlatform((tx) => tx.run(sql`select pg_sleep(0.9)`))
  await Promise.all([nap(), nap(), nap(), nap(), nap()])
})

test("callers give up on a silent database long before they would on a busy one", async () => {
  const never = () => new Promise<never>(() => undefined)
  const silent = { idleCount: 0, waitingCount: 0, connect: never, on: () => undefined } as unknown as pg.Pool
  const waiting = new AbortController()
  const ended = await Promise.race([
    openConnectionSource(silent)
      .connect()
      .catch(({ code }) => code),
    delay(max_wait_ms / 2, "still waiting", waiting),
  ])
  waiting.abort()
  assert.equal(ended, "database_unavailable")
})

test("the wait for a connection counts against the timeout of its statement", async (t) => {
  const db = openDatabase({ connection: { connectionString: service.database_url }, max_connections: 1 })
  t.after(() => db.close())
  // On a busy machine, what is left of the timeout must be long enough for everything else, too.
  const nap_s = underLoad(1.2)
  const patient = db.withTimeout(Math.round(underLoad(1_500)))
  const holding = db.forPlatform((tx) => tx.run(sql`select pg_sleep(${nap_s})`))
  const waiting = patient.forPlatform((tx) => tx.run(sql`select pg_sleep(${nap_s})`))
  await assert.rejects(waiting, { code: /^(?:took_too_long|database_unavailable)$/ })
  await holding
  await patient.forPlatform((tx) => tx.run(sql`select pg_sleep(${nap_s})`))
})
