import { sql, type Tx } from "../../../platform/db/sql.ts"

export interface IncompleteShare {
  asset_id: string
  for_fin_category: string
  description: string
  level: "primary" | "contingent"
  /** A percentage with two decimals. */
  total: string
  /** Whether a share was typed that could not be read. */
  is_unread: boolean
}

/** The levels of beneficiaries whose shares don't add up to exactly 100 percent, or are not all readable. */
export function readIncompleteShares(tx: Tx, matter_id: string): Promise<IncompleteShare[]> {
  return tx.all(sql`
    select a.id as asset_id, a.for_fin_category, a.identifier_value as description, b.level,
           coalesce(sum(b.share), 0.00)::text as total, bool_or(b.is_unread) as is_unread
      from assets a
      join (select asset_id, level, share, false as is_unread
              from asset_beneficiaries where matter_id = ${matter_id}
             union all
            select record_id, substr(field, length('beneficiaries.') + 1), null, true
              from unfinished_fields where matter_id = ${matter_id} and field like 'beneficiaries.%') b on b.asset_id = a.id
     where a.matter_id = ${matter_id}
     group by a.id, a.for_fin_category, a.identifier_value, a.position, b.level
    having coalesce(sum(b.share), 0) <> 100 or bool_or(b.is_unread)
     order by a.position, b.level desc`)
}
