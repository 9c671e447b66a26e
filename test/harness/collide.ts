import { type Sql, sql } from "../../server/platform/db/sql.ts"
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
    const { pid } = await tx.one<{ pid: number }>(
      sql`select pg_backend_pid() as pid from (${row} for update) held`,
    )
    for (const work of works) running.push(work())
    const waiting = sql`
      with recursive waiting (pid) as (
        select ${pid}::integer
         union
        select l.pid from pg_locks l join waiting w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
      select count(*) - 1 as count from waiting`
    const countWaiting = async () => (await tx.one<{ count: number }>(waiting)).count
    await waitUntil(async () => (await countWaiting()) === works.length, "not all of them wait")
  })
  return Promise.all(running)
}
