import { auditLog } from "../../../outputs/exports/audit-log.ts"
import { badRequest } from "../../../platform/errors.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { RawResponse } from "../../../web/console/view.tsx"
import { recordAudit } from "../audit.ts"
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
