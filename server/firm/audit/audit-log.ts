import { Readable } from "node:stream"
import type { Actor, Database } from "../../platform/db/database.ts"
import { type Column, csvPieces } from "../../platform/files/csv.ts"
import { type AuditFilters, type AuditRow, listAuditBefore } from "./listing.ts"

const piece = 1_000

/**
 * The audit log as a table, latest first, read in batches that each have their own transaction. `words` returns the
 * name of an action.
 */
export function auditLog(
  db: Database,
  firm_id: string,
  actor: Actor,
  filters: AuditFilters,
  words?: (action: string) => string,
): Readable {
  const columns: Column<AuditRow>[] = [
    { name: "position", of: (row) => row.position },
    { name: "occurred_at", of: (row) => row.occurred_at.toISOString() },
    { name: "action", of: (row) => row.action },
    ...(words ? [{ name: "what", of: (row: AuditRow) => words(row.action) }] : []),
    { name: "user_id", of: (row) => row.user_id },
    { name: "user_name", of: (row) => row.user_name },
    { name: "matter_id", of: (row) => row.matter_id },
    { name: "matter_name", of: (row) => row.matter_name },
    { name: "record_id", of: (row) => row.record_id },
    { name: "label", of: (row) => row.label },
    { name: "id", of: (row) => row.id },
  ]
  const next = (last: AuditRow | undefined) =>
    db.forFirm(firm_id, (own) => listAuditBefore(own, filters, last?.id, piece), {
      ...actor,
      is_viewer: true,
    })
  return Readable.from(csvPieces(columns, next), { objectMode: false })
}
