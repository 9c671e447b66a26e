import { recordAudit } from "../../audit/audit.ts"
import { firm_kind, requestExport } from "../../exports/exports.ts"
import { safeName } from "../../exports/file-paths.ts"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import { todayOf } from "../times.tsx"
import type { Redirect, View } from "../view.tsx"

const home = "/console/exports"

/** Everything of the firm in one archive. */
export async function firmExportPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Export everything",
    breadcrumbs: [{ text: "Exports", href: home }],
    heading: {
      lede: "All matters with every submission and file, questionnaires, templates, colleagues and the audit log, as JSON and CSV.",
    },
    refused,
    body: (
      <Card>
        <p>
          It is prepared in the background and can take an hour. A manifest names every file with its
          checksum; <code>bin/foyer check-export</code> compares them.
        </p>
        <form method="post">
          <Checkbox
            id="reveal"
            label="Show sensitive answers unmasked"
            hint="Otherwise they are masked. Each one is kept in the audit log as read by you."
            checked={false}
          />
          <SubmitOrCancel cancel={home}>Prepare the export</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function requestFirmExport(req: PageRequest): Promise<Redirect> {
  const { tx, staff, form } = req
  const reveal = textOf(form, "reveal") !== ""
  const label = "Everything of the firm"
  const id = await requestExport(tx, {
    matter_id: null,
    kind: firm_kind,
    label,
    filename: `${safeName(staff.firm.name)} ${todayOf(req)}.zip`,
    content_type: "application/zip",
    request: { reveal },
  })
  await recordAudit(tx, "export_requested", { record_id: id, label })
  return { to: `${home}/${id}`, flash: { done: "export_requested" } }
}
