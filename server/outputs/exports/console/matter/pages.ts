import { ownValue } from "../../../../definition/own-value.ts"
import { recordAudit, recordSensitiveRead } from "../../../../firm/audit/audit.ts"
import { requireMatter } from "../../../../intake/matters/console/frame/require-matter.ts"
import { badField, forbidden } from "../../../../platform/errors.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { RawResponse, Redirect } from "../../../../web/console/view.tsx"
import { requestExport } from "../../exports.ts"
import { exportFilename, exportKinds, isLarge } from "../../kinds.ts"

export function exportRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.action(`${base}/export`, exportChosen)
  console.page(`${base}/memo.pdf`, (req) => exportMatter(req, "pdf", false))
}

async function exportChosen(req: PageRequest): Promise<RawResponse | Redirect> {
  const reveal = trimmedTextOf(req.form, "reveal") !== ""
  if (reveal && req.staff.role !== "admin") {
    const message = "Only admins can export unmasked sensitive answers. Ask an admin."
    throw forbidden("admin_only", message)
  }
  return exportMatter(req, trimmedTextOf(req.form, "kind"), reveal)
}

/** Audits the export and sends the file after the transaction; a background job creates a large one instead. */
async function exportMatter(
  req: PageRequest,
  kind_name: string,
  reveal: boolean,
): Promise<RawResponse | Redirect> {
  const { tx, parts, staff } = req
  const { id, name } = await requireMatter(req)
  const kind = ownValue(exportKinds, kind_name)
  if (!kind) throw badField("kind", "unknown_kind", "Choose what to export.")
  const filename = exportFilename(kind, name, todayOf(req))
  if (await isLarge(tx, id, kind)) {
    const { label, content_type } = kind
    const choice = { matter_id: id, kind: kind_name, label, filename, content_type, request: { reveal } }
    return {
      to: `/console/settings/exports/${await requestExport(tx, choice)}`,
      flash: { done: "export_requested" },
    }
  }
  const { content, revealed } = await kind.read({ tx, parts, firm: staff.firm }, id, reveal)
  const label = `${kind.label}${revealed.length > 0 ? ", sensitive answers in clear" : ""}`
  await recordAudit(tx, "matter_exported", { matter_id: id, label })
  await recordSensitiveRead(tx, id, revealed)
  return sendDownload({ filename, content_type: kind.content_type, content })
}
