import { sql, type Tx } from "../db/sql.ts"

/**
 * Notes that the operator knows of every failed job, undelivered email, and disabled webhook endpoint until now: checks
 * and metrics no longer count them.
 */
export async function acknowledgeFailures(tx: Tx): Promise<void> {
  await tx.run(sql`update installation set failures_acknowledged_at = ${tx.now}`)
}
