// Which sections of a matter the client has confirmed.
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"

/** Records that the client confirmed a section's answers. */
export async function markReviewed(tx: Tx, matter_id: string, section_id: string): Promise<void> {
  await tx.run(sql`
    insert into section_reviews (matter_id, section_id, reviewed_for, reviewed_at)
    values (${matter_id}, ${section_id},
            case when ${section_id} = any(withheld_parts()) then coalesce(current_contact(), '') else '' end, ${tx.now})
    on conflict (firm_id, matter_id, section_id, reviewed_for)
    do update set reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by`)
}

/** Whether the client has confirmed a section's answers. */
export async function hasReviewed(tx: Tx, matter_id: string, section_id: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select section_id from section_reviews where matter_id = ${matter_id} and section_id = ${section_id}`)
  return row !== undefined
}

/** Selects the sections that the client has confirmed, and when they last did. */
export function reviewedOf(matter_id: string): Sql {
  return sql`select section_id, reviewed_at from section_reviews where matter_id = ${matter_id}`
}
