import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"

const max_wait_ms = 10_000

/** Notes that the firm is being copied to `server`; it works as ever. */
export async function noteCopying(db: Database, firm_id: string, server: string): Promise<void> {
  await db.forPlatform((tx) =>
    tx.run(sql`
      insert into firm_moves (id, place, server, state, changed_at)
      select id, place, ${server}, 'copying', now() from firms where id = ${firm_id}`),
  )
}

/**
 * Lets nobody work for the firm, its jobs included, and waits for those who do. Throws a sentence where one takes too
 * long: nothing is lost by letting the firm work again.
 */
export async function suspendLeaving(db: Database, owner: pg.Client, firm_id: string): Promise<void> {
  await db.forPlatform(async (tx) => {
    await tx.one(sql`
      update firm_moves m set state = 'leaving', was_suspended_at = f.suspended_at, changed_at = now()
        from firms f where f.id = ${firm_id} and m.id = f.id returning m.id`)
    await tx.run(sql`update firms set suspended_at = coalesce(suspended_at, now()) where id = ${firm_id}`)
  })
  // Who began before that was committed may not know of it.
  const { rows } = await owner.query<{ at: string }>("select clock_timestamp()::text as at")
  const until_ms = performance.now() + max_wait_ms
  for (;;) {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start < $1`,
      [rows[0]?.at],
    )
    if (!rowCount) return
    if (performance.now() > until_ms)
      throw new Error(
        `Transactions that began before the move have not ended within ${max_wait_ms / 1000} seconds: a backup or a large export, perhaps. Try again when it is done.`,
      )
    await delay(20)
  }
}

/** Lets the firm work where it was, as if nothing had been begun. */
export async function resumeStaying(db: Database, firm_id: string): Promise<void> {
  await db.forPlatform(async (tx) => {
    await tx.run(sql`
      update firms f set suspended_at = m.was_suspended_at
        from firm_moves m where m.id = f.id and f.id = ${firm_id} and m.state = 'leaving'`)
    await tx.run(sql`delete from firm_moves where id = ${firm_id} and state <> 'left'`)
  })
}
