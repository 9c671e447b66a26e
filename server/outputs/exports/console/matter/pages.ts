import { recordAudit, recordSensitiveRead } from "../../../../firm/audit/audit.ts"
import { Failure, notFound } from "../../../../platform/errors.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { checkbox, choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { matterForm } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { RawResponse, Redirect } from "../../../../web/console/view.tsx"
import { requestExport } from "../../exports.ts"
import { exportFilename, exportKinds, isLarge } from "../../kinds.ts"

const exportForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    return {
      ...matterForm(matter, "Export this matter", "Export"),
      heading: { lede: "You get one file. The audit log records the export." },
      fields: {
        kind: choice({
          label: "What to export?",
          missing: "Choose what to export.",
          options: Object.entries(exportKinds).map(([value, { label, hint }]) => ({ value, label, hint })),
          value: "tables",
        }),
        ...(req.staff.role === "admin" && {
          reveal: checkbox({
            label: "Show sensitive answers unmasked",
            hint: "The audit log records each unmasked answer as viewed by you.",
          }),
        }),
      },
      icon: "download",
      submit: "Download",
      cancel_text: "Back to the matter",
    }
  },
  save: async (req, { kind, reveal = false }) => {
    if (req.form.reveal && req.staff.role !== "admin") {
      const message = "Only admins can export unmasked sensitive answers. Ask an admin."
      throw new Failure("forbidden", "admin_only", message)
    }
    return exportMatter(req, kind, reveal)
  },
})

export function exportRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.form(`${base}/export`, exportForm)
  console.page(`${base}/memo.pdf`, (req) => exportMatter(req, "pdf", false))
  console.page(`${base}/workbook.xlsx`, (req) => exportMatter(req, "workbook", false))
}

/** Audits the export and sends the file after the transaction; a background job creates a large one instead. */
async function exportMatter(
  req: PageRequest,
  kind_name: string,
  reveal: boolean,
): Promise<RawResponse | Redirect> {
  const { tx, parts, staff } = req
  const { id, name } = await requireMatter(req)
  const kind = exportKinds[kind_name]
  if (!kind) throw notFound()
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
