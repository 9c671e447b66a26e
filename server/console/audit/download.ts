import { Readable } from "node:stream"
import { recordAudit } from "../../audit/audit.ts"
import { type AuditRow, listAuditBefore } from "../../audit/listing.ts"
import { type Column, csvPieces } from "../../exports/csv.ts"
import { badRequest } from "../../platform/errors.ts"
import { sendDownload } from "../download.ts"
import type { PageRequest } from "../page-request.ts"
import { todayOf } from "../times.tsx"
import type { Sending } from "../view.tsx"
import { readAuditQuery } from "./filters.ts"
import { actionWords } from "./words.ts"

const columns: Column<AuditRow>[] = [
  { name: "position", of: (row) => row.position },
  { name: "occurred_at", of: (row) => row.occurred_at.toISOString() },
  { name: "action", of: (row) => row.action },
  { name: "what", of: (row) => actionWords(row.action) },
  { name: "user_id", of: (row) => row.user_id },
  { name: "user_name", of: (row) => row.user_name },
  { name: "matter_id", of: (row) => row.matter_id },
  { name: "matter_name", of: (row) => row.matter_name },
  { name: "record_id", of: (row) => row.record_id },
  { name: "label", of: (row) => row.label },
  { name: "id", of: (row) => row.id },
]

const piece = 1_000

/** The log with the page's filters as a table, latest first, read piece by piece in transactions of its own. */
export async function sendAudit(req: PageRequest): Promise<Sending> {
  const { tx, staff, parts } = req
  const { filters, faults, typed } = readAuditQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  await recordAudit(tx, "audit_exported", { label: new URLSearchParams(typed).toString() })
  const rows = (last: AuditRow | undefined) =>
    parts.db.forFirm(staff.firm_id, (own) => listAuditBefore(own, filters, last?.id, piece), {
      user_id: staff.user_id,
      is_viewer: true,
    })
  return sendDownload({
    filename: `audit-log-${todayOf(req)}.csv`,
    content_type: "text/csv; charset=utf-8",
    content: Readable.from(csvPieces(columns, rows), { objectMode: false }),
  })
}
