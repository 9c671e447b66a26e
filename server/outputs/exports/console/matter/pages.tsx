import { recordAudit, recordSensitiveRead } from "../../../../firm/audit/audit.ts"
import { badRequest, Failure, notFound } from "../../../../platform/errors.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import {
  faultAt,
  fieldOf,
  type PageRequest,
  type RefusedForm,
  textOf,
} from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { RawResponse, Redirect, View } from "../../../../web/console/view.tsx"
import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../../web/ui/components/checkbox.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { requestExport } from "../../exports.ts"
import { exportFilename, exportKinds, isLarge } from "../../kinds.ts"

export function exportRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.form(`${base}/export`, { show: exportPage, act: sendExport })
  console.page(`${base}/memo.pdf`, (req) => exportMatter(req, "pdf", false))
  console.page(`${base}/workbook.xlsx`, (req) => exportMatter(req, "workbook", false))
}

async function exportPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  return {
    title: "Export this matter",
    tab_title: `Export ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    heading: { lede: "You get one file. The audit log records the export." },
    refused,
    body: (
      <Card>
        <form method="post">
          <RadioGroup
            {...fieldOf(refused, "kind", "tables")}
            label="What to export?"
            options={Object.entries(exportKinds).map(([value, { label, hint }]) => ({ value, label, hint }))}
          />
          {req.staff.role === "admin" && (
            <Checkbox
              id="reveal"
              label="Show sensitive answers unmasked"
              hint="The audit log records each unmasked answer as viewed by you."
              checked={false}
              error={faultAt(refused, "reveal")}
            />
          )}
          <Actions>
            <Button icon="download">Download</Button>
            <LinkButton href={`/console/matters/${matter.id}`} variant="quiet">
              Back to the matter
            </LinkButton>
          </Actions>
        </form>
      </Card>
    ),
  }
}

async function sendExport(req: PageRequest): Promise<RawResponse | Redirect> {
  const kind_name = textOf(req.form, "kind")
  if (!Object.hasOwn(exportKinds, kind_name)) {
    throw badRequest([{ param: "kind", code: "required", message: "Choose what to export." }])
  }
  const reveal = textOf(req.form, "reveal") !== ""
  if (reveal && req.staff.role !== "admin") {
    throw new Failure(
      "forbidden",
      "admin_only",
      "Only admins can export unmasked sensitive answers. Ask an admin.",
    )
  }
  return exportMatter(req, kind_name, reveal)
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
    return { to: `/console/exports/${await requestExport(tx, choice)}`, flash: { done: "export_requested" } }
  }
  const { content, revealed } = await kind.read({ tx, parts, firm: staff.firm }, id, reveal)
  const label = `${kind.label}${revealed.length > 0 ? ", sensitive answers in clear" : ""}`
  await recordAudit(tx, "matter_exported", { matter_id: id, label })
  await recordSensitiveRead(tx, id, revealed)
  return sendDownload({ filename, content_type: kind.content_type, content })
}
