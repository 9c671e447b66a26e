import { sql, type Tx } from "./sql.ts"

/** Takes the firm's lock `name`, waiting while another transaction holds it. This transaction's end releases it. */
export async function takeAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(current_firm() || ${name}, 0))`)
}
