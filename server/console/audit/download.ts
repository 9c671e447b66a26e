import { recordAudit } from "../../audit/audit.ts"
import { auditLog } from "../../exports/audit-log.ts"
import { badRequest } from "../../platform/errors.ts"
import { sendDownload } from "../download.ts"
import type { PageRequest } from "../page-request.ts"
import { todayOf } from "../times.tsx"
import type { RawResponse } from "../view.tsx"
import { readAuditQuery } from "./filters.ts"
import { actionWords } from "./words.ts"

/** Sends the filtered log as CSV, latest first. */
export async function sendAudit(req: PageRequest): Promise<RawResponse> {
  const { tx, staff, parts } = req
  const { filters, faults, typed } = readAuditQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  await recordAudit(tx, "audit_exported", { label: new URLSearchParams(typed).toString() })
  return sendDownload({
    filename: `audit-log-${todayOf(req)}.csv`,
    content_type: "text/csv; charset=utf-8",
    content: auditLog(parts.db, staff.firm_id, { user_id: staff.user_id }, filters, actionWords),
  })
}
