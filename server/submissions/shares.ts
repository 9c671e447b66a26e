import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

export interface IncompleteShare {
  asset_id: string
  for_fin_category: string
  description: string
  level: "primary" | "contingent"
  /** A percentage with two decimals. */
  total: string
}

/** The levels of beneficiaries that have at least one person and don't add up to exactly 100 percent. */
export function readIncompleteShares(tx: Tx, matter_id: string): Promise<IncompleteShare[]> {
  return tx.all(sql`
    select a.id as asset_id, a.for_fin_category, a.identifier_value as description, b.level, sum(b.share)::text as total
      from asset_beneficiaries b join assets a on a.id = b.asset_id
     where b.matter_id = ${matter_id}
     group by a.id, a.for_fin_category, a.identifier_value, a.position, b.level
    having sum(b.share) <> 100
     order by a.position, b.level desc`)
}
