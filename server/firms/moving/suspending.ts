// Changes a firm's state on its active server, only through the administrator's connection: see `Mover`.
import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"

const max_wait_ms = 10_000

/** Records that the firm is being copied to `server`; it stays active. */
export async function noteCopying(administrator: pg.Client, firm_id: string, server: string): Promise<void> {
  await administrator.query(
    `insert into firm_moves (id, place, server, state, changed_at)
     select id, place, $2, 'copying', now() from firms where id = $1`,
    [firm_id, server],
  )
}

/**
 * Blocks all work for the firm, including jobs, and waits for running transactions. Throws if one takes too long;
 * reactivating the firm then loses nothing.
 */
export async function suspendLeaving(administrator: pg.Client, firm_id: string): Promise<void> {
  await administrator.query(
    `update firm_moves m set state = 'leaving', was_suspended_at = f.suspended_at, changed_at = now()
       from firms f where f.id = $1 and m.id = f.id`,
    [firm_id],
  )
  await waitForThoseBefore(administrator)
  // Only now: requests admitted earlier would otherwise report the firm as suspended, instead of asking to retry.
  await administrator.query(
    `update firms f set suspended_at = coalesce(f.suspended_at, now())
       from firm_moves m where m.id = f.id and m.state = 'leaving' and f.id = $1`,
    [firm_id],
  )
  await waitForThoseBefore(administrator)
}

/** Waits for the transactions that started before the last commit and may not see it. */
async function waitForThoseBefore(administrator: pg.Client): Promise<void> {
  const { rows } = await administrator.query<{ at: string }>("select clock_timestamp()::text as at")
  const until_ms = performance.now() + max_wait_ms
  for (;;) {
    const { rowCount } = await administrator.query(
      `select from pg_stat_activity
        where datname = current_database() and xact_start < $1
          and usesysid = (select relowner from pg_class where oid = 'public.firms'::regclass)`,
      [rows[0]?.at],
    )
    if (!rowCount) return
    if (performance.now() > until_ms)
      throw new Error(
        `Transactions that began before the move did not end within ${max_wait_ms / 1000} seconds; a backup or a large export may be running. Try again when it is done.`,
      )
    await delay(20)
  }
}

/** Reactivates the firm on its server, as if the move had never started. */
export async function resumeStaying(administrator: pg.Client, firm_id: string): Promise<void> {
  await administrator.query(
    `with staying as (delete from firm_moves where id = $1 and state <> 'left' returning *)
     update firms f set suspended_at = m.was_suspended_at
       from staying m where m.id = f.id and m.state = 'leaving'`,
    [firm_id],
  )
}
