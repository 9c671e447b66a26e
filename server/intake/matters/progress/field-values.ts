import { sql, type Tx, userName } from "../../../platform/db/sql.ts"
import type { Json } from "../changes/changes.ts"

/** A value that someone gave a field, and the one it replaced. */
export interface FieldValue {
  revision: number
  value: Json
  previous: Json
  /** Name or email address of the person who gave it; empty when unknown. */
  changed_by: string
  is_by_staff: boolean
  is_own: boolean
  changed_at: Date
}

/** The values one field was given from revision `since` on, latest first. */
export function listFieldValues(
  tx: Tx,
  record_id: string,
  field: string,
  since: number,
): Promise<FieldValue[]> {
  return tx.all(sql`
    select c.revision, c.value, c.previous, c.changed_at, ${userName(sql`u`)} as changed_by,
           coalesce(u.is_firm_staff, false) as is_by_staff,
           coalesce(c.changed_by = current_actor(), false) as is_own
      from changes c left join users u on u.id = c.changed_by
     where c.record_id = ${record_id} and c.field = ${field} and c.revision >= ${since}
     order by c.revision desc`)
}
