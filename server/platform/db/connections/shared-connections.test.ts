import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { keyQuery } from "../../../firm/access/api/key-verification.ts"
import { Failure } from "../../errors.ts"
import { sql, type Tx } from "../sql.ts"

const service = provideService()

const nameOfFirm = (tx: Tx) =>
  tx.one<{ name: string; pid: number }>(sql`select name, pg_backend_pid() as pid from firms`)

function isKnown(row: unknown): void {
  if (!row) throw new Failure("unauthenticated", "not_authenticated", "No key.")
}

const read = <T>({ token }: TestFirm, work: (tx: Tx) => Promise<T>): Promise<T> =>
  service.db.forBearer(keyQuery({ token, subject: null }, new Date()), isKnown, work, { atOnce: true })

/** A read has its result before its transaction has committed. */
const waitForRest = () =>
  waitUntil(() => service.db.pool.idleCount === service.db.pool.totalCount, "a connection is in use")

test("queries of several firms on shared connections each see only their own firm", async () => {
  const firms = await Promise.all(["Alder", "Birch", "Cedar"].map((name) => service.newFirm(name)))
  const names = ["Alder", "Birch", "Cedar"]
  const seen = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const firm = firms[index % 3] as TestFirm
      const { name, pid } = await read(firm, nameOfFirm)
      assert.equal(name, names[index % 3])
      return pid
    }),
  )
  assert.ok(new Set(seen).size <= 4, `${new Set(seen).size} connections`)
  await waitForRest()
})

test("an unauthenticated query between two authenticated ones fails alone", async () => {
  const firm = await service.newFirm("Elm")
  const stranger = { ...firm, token: "foyer_of-nobody" }
  const [first, refused, last] = await Promise.allSettled([
    read(firm, nameOfFirm),
    read(stranger, nameOfFirm),
    read(firm, nameOfFirm),
  ])
  assert.deepEqual([first.status, refused.status, last.status], ["fulfilled", "rejected", "fulfilled"])
  await waitForRest()
})

test("a failed statement fails no other query, and its connection is not reused", async () => {
  const firm = await service.newFirm("Fir")
  const { pid } = await read(firm, nameOfFirm)
  const [before_, failed, after_] = await Promise.allSettled([
    read(firm, nameOfFirm),
    read(firm, (tx) => tx.one(sql`select 1 / 0 as never`)),
    read(firm, nameOfFirm),
  ])
  assert.deepEqual([before_.status, failed.status, after_.status], ["fulfilled", "rejected", "fulfilled"])
  await waitForRest()
  assert.notEqual((await read(firm, nameOfFirm)).pid, pid)
})

test("reads with the same credential in one turn share a transaction, and later ones do not", async () => {
  const [firm, other] = await Promise.all([service.newFirm("Hawthorn"), service.newFirm("Ironwood")])
  const startOf = (of: TestFirm) =>
    read(of, async (tx) => (await tx.one<{ at: string }>(sql`select transaction_timestamp()::text as at`)).at)
  const same = await Promise.all(Array.from({ length: 5 }, () => startOf(firm)))
  assert.equal(new Set(same).size, 1)
  const [one, another] = await Promise.all([startOf(firm), startOf(other)])
  assert.notEqual(one, another)
  assert.notEqual(one, same[0])
})

test("a refused read and a read that sends nothing fail no other in their transaction", async () => {
  const firm = await service.newFirm("Juniper")
  const refuse = () => {
    throw new Failure("forbidden", "scope_missing", "This key lacks a scope.")
  }
  const proof = keyQuery({ token: firm.token, subject: null }, new Date())
  const outcomes = await Promise.allSettled([
    read(firm, nameOfFirm),
    service.db.forBearer(proof, refuse, nameOfFirm, { atOnce: true }),
    read(firm, async () => {
      throw new Error("It sent nothing.")
    }),
    read(firm, nameOfFirm),
  ])
  assertEach(
    outcomes,
    (outcome) => (outcome.status === "fulfilled" ? outcome.value.name : outcome.reason.message),
    ["Juniper", "This key lacks a scope.", "It sent nothing.", "Juniper"],
  )
  await waitForRest()
})

test("a lost shared connection fails all its queries as unavailable, and the next query succeeds", async () => {
  const firm = await service.newFirm("Gum")
  const cut = Array.from({ length: 5 }, () => read(firm, (tx) => tx.one(sql`select pg_sleep(20) as slept`)))
  const outcomes = Promise.allSettled(cut)
  await abortSleeping()
  for (const result of await outcomes) {
    assert.equal(result.status, "rejected")
    assert.equal((result.reason as Failure).code, "database_unavailable")
  }
  assert.equal((await read(firm, nameOfFirm)).name, "Gum")
  await waitForRest()
})

test("a lost unshared connection fails its transaction as unavailable", async () => {
  const firm = await service.newFirm("Hazel")
  const outcomes = Promise.allSettled([firm.one(sql`select pg_sleep(20) as slept`)])
  await abortSleeping()
  const [result] = await outcomes
  assert.ok(result.status === "rejected")
  assert.equal(result.reason.code, "database_unavailable")
  await waitForRest()
})

/** Connects as the database's owner, because the application's role cannot see the wait events of other connections. */
async function abortSleeping(): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await owner.connect()
  const abortSleepers = `select pg_terminate_backend(pid) from pg_stat_activity
                        where datname = current_database() and wait_event = 'PgSleep'`
  await waitUntil(async () => (await owner.query(abortSleepers)).rowCount, "no one sleeps")
  await owner.end()
}
