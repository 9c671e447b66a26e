// Whether a firm is the same on both servers: of every table the number of its rows, and a sum over what is in them.
import { setTimeout as delay } from "node:timers/promises"
import type { Database } from "../../platform/db/database.ts"
import { joinSql, rawSql, sql } from "../../platform/db/sql.ts"

const timeout_ms = 30_000
const statement_timeout_ms = 600_000

interface Sum {
  name: string
  rows: number
  sum: string
}

/**
 * Waits until `target` has all that `source`, where nobody works for the firm, has of it; returns how many rows those are.
 * Throws a sentence with the tables that differ where that does not come about.
 */
export async function waitUntilSame(
  source: Database,
  target: Database,
  tables: readonly string[],
  firm_id: string,
): Promise<number> {
  const until_ms = performance.now() + timeout_ms
  for (;;) {
    // Both anew: what clears away across firms may have done so on one of them.
    const [wanted, there] = await Promise.all([
      readSums(source, tables, firm_id),
      readSums(target, tables, firm_id),
    ])
    const different = wanted.filter(
      ({ rows, sum }, index) => rows !== there[index]?.rows || sum !== there[index]?.sum,
    )
    if (different.length === 0) return wanted.reduce((total, { rows }) => total + rows, 0)
    if (performance.now() > until_ms)
      throw new Error(
        `The rows differ between the two servers in ${different.map(({ name }) => name).join(", ")}. Nothing was moved.`,
      )
    await delay(50)
  }
}

function readSums(db: Database, tables: readonly string[], firm_id: string): Promise<Sum[]> {
  const parts = tables.map(
    (name) => sql`
      select ${name}::text as name, count(*) as rows,
             coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
        from ${rawSql(name)} t where t.firm_id = ${firm_id}`,
  )
  return db.withTimeout(statement_timeout_ms).forPlatform((tx) => tx.all<Sum>(joinSql(parts, " union all ")))
}
