import { actAs } from "../server/platform/db/act-as.ts"
import type { Database } from "../server/platform/db/database.ts"
import { sql, type Tx } from "../server/platform/db/sql.ts"

/** One transaction in which different users of one firm act at different times. */
export interface Past {
  /** Runs `work` at the time `then` and as that user. */
  at<T>(then: Date, user_id: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same transaction, for functions that open their own; their clock reads `then`. */
  database(then: Date): Database
}

/** Opens a firm's past inside a platform transaction, which belongs to that firm from then on. */
export async function openPast(db: Database, tx: Tx, firm_id: string): Promise<Past> {
  await tx.run(sql`
    select set_config('role', 'foyer_firm', true), set_config('foyer.firm_id', ${firm_id}, true)`)
  const at: Past["at"] = async (then, user_id, work) => {
    await actAs(tx, user_id)
    return work({ ...tx, now: then })
  }
  return {
    at,
    database(then) {
      const past: Database = {
        ...db,
        clock: () => then,
        forFirm: (_, work, actor) => at(then, actor?.user_id ?? "", work),
        // Sees this firm alone, for background work that searches all firms.
        forPlatform: (work) => at(then, "", work),
        withTimeout: () => past,
      }
      return past
    },
  }
}

/** Returns the transaction to the platform role, so that it can create the next firm. */
export async function leaveFirm(tx: Tx): Promise<void> {
  await tx.run(sql`select set_config('role', 'foyer_platform', true), set_config('foyer.firm_id', '', true)`)
}
