import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { Json } from "./changes.ts"

/** A value that a field was given, and the one it had before. */
export interface FieldValue {
  revision: number
  value: Json
  previous: Json
  /** Name or e-mail address of whoever gave it; empty when not known. */
  changed_by: string
  is_by_staff: boolean
  is_own: boolean
  changed_at: Date
}

/** What one field of a record was given since revision `since`, that one included, latest first. */
export function listFieldValues(
  tx: Tx,
  record_id: string,
  field: string,
  since: number,
): Promise<FieldValue[]> {
  return tx.all(sql`
    select c.revision, c.value, c.previous, c.changed_at, coalesce(nullif(u.name, ''), u.email, '') as changed_by,
           coalesce(u.is_firm_staff, false) as is_by_staff,
           coalesce(c.changed_by = current_actor(), false) as is_own
      from changes c left join users u on u.id = c.changed_by
     where c.record_id = ${record_id} and c.field = ${field} and c.revision >= ${since}
     order by c.revision desc`)
}
