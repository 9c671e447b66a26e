import { recordAudit } from "../../../firm/audit/audit.ts"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { getTemplate, removeTemplate } from "../document-templates.ts"
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
