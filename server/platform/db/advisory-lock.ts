import type { Tx } from "./database.ts"
import { sql } from "./sql.ts"

/** Waits for every other transaction of the firm that holds `name`, and then holds it until this one ends. */
export async function takeAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(current_firm() || ${name}, 0))`)
}
