import { displayDate } from "../../../definition/values/dates.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { MatterState } from "../list/filters.ts"
import { type Filing, filingColumns } from "./filing.ts"

/** How the firm finds a matter again, for whatever it prints, downloads or sends about one. */
export interface FilingSummary extends Filing {
  state: MatterState
  /** The colleague's name, or email address without one; null if nobody is assigned. */
  assignee_name: string | null
  assignee_email: string | null
}

/** Throws "not found". */
export function getFilingSummary(tx: Tx, matter_id: string): Promise<FilingSummary> {
  return tx.one(sql`
    select m.state, ${filingColumns}, u.email as assignee_email,
           coalesce(nullif(u.name, ''), u.email) as assignee_name
      from matters m left join users u on u.id = m.assignee_id where m.id = ${matter_id}`)
}

/** One line for emails, such as `File HP-2107 · Assigned to Noor Haddad · Due December 8, 2026`; empty for none of them. */
export function filingLine({ file_number, assignee_name, due_on }: FilingSummary): string {
  return [
    file_number && `File ${file_number}`,
    assignee_name && `Assigned to ${assignee_name}`,
    due_on && `Due ${displayDate(due_on, "en")}`,
  ]
    .filter(Boolean)
    .join(" · ")
}
