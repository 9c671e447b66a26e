import { recordAudit } from "../../audit/audit.ts"
import { getTemplate, removeTemplate } from "../../document-templates/document-templates.ts"
import { Card } from "../../ui/components/card.tsx"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { PageResponse, View } from "../view.tsx"
import { home, templatesCrumb } from "./list-page.tsx"

export async function removalPage({ tx, param }: PageRequest, refused?: RefusedForm): Promise<View> {
  const { id, name } = await getTemplate(tx, param("template_id"))
  return {
    title: "Remove this template?",
    breadcrumbs: [templatesCrumb, { text: name, href: `${home}/${id}` }],
    refused,
    body: (
      <Card>
        <p>You can no longer use “{name}”. Documents created from it are not changed.</p>
        <CancelableForm cancel={`${home}/${id}`} variant="danger" submit="Remove" />
      </Card>
    ),
  }
}

export async function act({ tx, param }: PageRequest): Promise<PageResponse> {
  const { id, name } = await getTemplate(tx, param("template_id"))
  await removeTemplate(tx, id)
  await recordAudit(tx, "document_template_removed", { record_id: id, label: name })
  return { to: home, flash: { done: "document_template_removed" } }
}
