import { actAs } from "../server/platform/db/acting.ts"
import type { Database, Tx } from "../server/platform/db/database.ts"
import { sql } from "../server/platform/db/sql.ts"

/** A transaction in which things happen at times of their own, done by different people of one firm. */
export interface Past {
  /** Runs `work` as if it were then, and as that user. */
  at<T>(then: Date, user_id: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same transaction for verbs that open their own: they take the time of `then`. */
  database(then: Date): Database
}

/** Opens a firm's past inside a platform transaction, which works for that firm alone from then on. */
export async function openPast(db: Database, tx: Tx, firm_id: string): Promise<Past> {
  await tx.run(sql`
    select set_config('role', 'foyer_firm', true), set_config('foyer.firm_id', ${firm_id}, true)`)
  const at: Past["at"] = async (then, user_id, work) => {
    await actAs(tx, user_id)
    return work({ ...tx, now: then })
  }
  return {
    at,
    database: (then) => ({
      ...db,
      clock: () => then,
      forFirm: (_, work, actor) => at(then, actor?.user_id ?? "", work),
    }),
  }
}

/** Leaves the firm again: the next one can be made. */
export async function leaveFirm(tx: Tx): Promise<void> {
  await tx.run(sql`select set_config('role', 'foyer_platform', true), set_config('foyer.firm_id', '', true)`)
}
