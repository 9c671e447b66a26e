import { type Sql, sql, type Tx } from "../../server/platform/db/sql.ts"
import type { TestService } from "./service.ts"
import { waitUntil } from "./wait-until.ts"

/**
 * Runs all of `works` at the same time. `row` selects a row that each of them sooner or later writes or refers to, and
 * locks it: it is released once every one of them waits, for the row or for another.
 */
export async function collide<Result>(
  service: Pick<TestService, "db">,
  row: Sql,
  works: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const running: Promise<Result>[] = []
  await service.db.forPlatform(async (tx) => {
    await tx.all(sql`${row} for update`)
    for (const work of works) running.push(work())
    await waitUntil(async () => (await countWaiting(tx)) === works.length, "not all of them wait")
  })
  return Promise.all(running)
}

/**
 * Starts `work` while a transaction is open, and goes on once `work` waits for it or is over; returns the outcome to
 * come.
 */
export async function startDuring<Result>(
  tx: Tx,
  work: () => Promise<Result>,
): Promise<{ outcome: Promise<Result> }> {
  const before = await countWaiting(tx)
  const outcome = work()
  const state = { is_over: false }
  const end = () => {
    state.is_over = true
  }
  outcome.then(end, end)
  await waitUntil(
    async () => state.is_over || (await countWaiting(tx)) > before,
    "it neither waits nor is over",
  )
  return { outcome }
}

/** Transactions that wait for this one, or for another that does. */
async function countWaiting(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    with recursive waiting (pid) as (
      select pg_backend_pid()
       union
      select l.pid from pg_locks l join waiting w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
    select count(*) - 1 as count from waiting`)
  return count
}
