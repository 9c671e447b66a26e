// Failed tries slow whoever makes them. Each is counted before it is judged, so that many at once gain nothing; what
// counts is where it comes from, so that no stranger can keep the owner of an account out.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

export interface Limit {
  source: string
  /** So many may fail before the next has to wait. */
  free: number
  /** The first wait; each further failure doubles it. */
  wait_s: number
  most_wait_s: number
}

const forgotten_after_s = 24 * 3_600

/** Counts a try against every limit; false when one of them says to wait, and then the try must not be judged. */
export async function claimTry(tx: Tx, user_id: string, limits: readonly Limit[]): Promise<boolean> {
  for (const limit of limits) if (!(await claim(tx, user_id, limit))) return false
  return true
}

async function claim(
  tx: Tx,
  user_id: string,
  { source, free, wait_s, most_wait_s }: Limit,
): Promise<boolean> {
  const claimed = await tx.maybe(sql`
    insert into sign_in_tries as t (user_id, source, failures, last_failed_at)
    values (${user_id}, ${source}, 1, ${tx.now})
    on conflict (firm_id, user_id, source) do update
       set failures = case when t.last_failed_at < ${tx.now}::timestamptz - ${forgotten_after_s} * interval '1 second'
                           then 1 else t.failures + 1 end,
           last_failed_at = ${tx.now}
     where t.failures < ${free}
        or t.last_failed_at
           + least(${most_wait_s}, ${wait_s} * 2 ^ least(t.failures - ${free}, 20)) * interval '1 second' <= ${tx.now}
    returning source`)
  return claimed !== undefined
}

/** A try that went well is no failure: `own` starts afresh, what is shared with others only loses this one. */
export async function forgiveTries(
  tx: Tx,
  user_id: string,
  limits: readonly Limit[],
  own: string,
): Promise<void> {
  await Promise.all([
    tx.run(sql`delete from sign_in_tries where user_id = ${user_id} and source = ${own}`),
    tx.run(sql`
      update sign_in_tries set failures = greatest(failures - 1, 0)
       where user_id = ${user_id} and source <> ${own} and source = any(${limits.map(({ source }) => source)})`),
    tx.run(sql`
      delete from sign_in_tries
       where user_id = ${user_id} and last_failed_at < ${tx.now}::timestamptz - ${forgotten_after_s} * interval '1 second'`),
  ])
}
