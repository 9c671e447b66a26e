import { type Sql, sql } from "../../platform/db/sql.ts"

export interface DecidedFile {
  event: "document.accepted" | "document.returned"
  /** The moment of the event, which has the same transaction. */
  at: Date
  filename: string
}

/** Selects the files that staff accepted and returned, but for those whose acceptance was taken back. */
export function decidedFilesOf(matter_id: string): Sql {
  return sql`
    select 'document.accepted' as event, s.seen_at as at, d.filename
      from documents d join seen_changes s on s.matter_id = d.matter_id
       and s.place in ('documents ' || d.id || ' ', 'financial_documents ' || d.id || ' ')
     where d.matter_id = ${matter_id}
     union all
    select 'document.returned', c.requested_at, d.filename
      from documents d join corrections c on c.matter_id = d.matter_id and c.record_id = d.id and c.kind = 'document'
     where d.matter_id = ${matter_id} and c.requested_at is not null
     order by at, filename`
}
