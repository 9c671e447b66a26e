import { recordAudit } from "../../../firm/audit/audit.ts"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { bulkActionUrl } from "../../bulk-actions/console/progress.tsx"
import { countText } from "../../system/words.ts"
import { findUndoable, getImport, undoImport } from "../imports.ts"
import { home, importsCrumb } from "./list-page.tsx"

export async function undoPage({ tx, param }: PageRequest, refused?: RefusedForm): Promise<View> {
  const row = await getImport(tx, param("import_id"))
  const { untouched, touched } = await findUndoable(tx, row)
  return {
    title: "Undo this import?",
    breadcrumbs: [importsCrumb, { text: row.filename, href: `${home}/${row.id}` }],
    refused,
    body: (
      <Card>
        <p>
          {countText(untouched.length, "matter")} will be deleted in the background. You can restore them for
          30 days.
        </p>
        {row.joined_ids.length > 0 && (
          <p>What was added to {countText(row.joined_ids.length, "existing matter")} stays.</p>
        )}
        {touched.length > 0 && (
          <>
            <p>These matters stay because someone has worked on them since:</p>
            <ul>
              {touched.map(({ id, name }) => (
                <li key={id}>
                  <a href={`/console/matters/${id}`}>{name}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        <CancelableForm cancel={`${home}/${row.id}`} variant="danger" submit="Undo the import" />
      </Card>
    ),
  }
}

export async function undo({ tx, param }: PageRequest): Promise<Redirect> {
  const row = await getImport(tx, param("import_id"))
  const { bulk_action_id, matters } = await undoImport(tx, row.id)
  await recordAudit(tx, "import_undone", {
    record_id: row.id,
    label: `${row.filename}: ${countText(matters, "matter")}`,
  })
  return { to: bulkActionUrl(bulk_action_id) }
}
