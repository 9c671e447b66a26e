import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import type { Logger } from "../../platform/log.ts"

/**
 * Writes the head of every firm's chain to the program's log, which is stored apart from the database. Passed to `foyer
 * audit verify --seen`, it proves that no earlier entry was rewritten or truncated.
 */
export async function noteAuditHeads({
  db,
  log,
}: {
  db: Database
  log: Pick<Logger, "info">
}): Promise<void> {
  const heads = await db.forPlatform((tx) =>
    tx.all<{ firm_id: string; head: string }>(sql`
      select firm_id, position || ':' || encode(hash, 'hex') as head from audit_heads order by firm_id`),
  )
  for (const { firm_id, head } of heads) log.info({ firm_id, head }, "end of an audit log")
}
