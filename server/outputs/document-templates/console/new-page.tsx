import type { FastifyRequest } from "fastify"
import type { Staff } from "../../../firm/access/console.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import type { Parts } from "../../../parts.ts"
import { badRequest } from "../../../platform/errors.ts"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { faultAt, type PageRequest, type RefusedForm } from "../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { FileField } from "../../../web/ui/components/file-field.tsx"
import { type StoredTemplate, saveTemplate, storeTemplate } from "../document-templates.ts"
import { home, templatesCrumb } from "./list-page.tsx"

export async function newTemplatePage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Upload a template",
    breadcrumbs: [templatesCrumb],
    heading: {
      lede: (
        <>
          A Word file with fields in double braces. <a href={`${home}/fields`}>List of fields</a>
        </>
      ),
    },
    refused,
    body: (
      <Card>
        <CancelableForm encType="multipart/form-data" cancel={home} submit="Upload">
          <FileField
            id="file"
            label="Word file"
            hint="A .docx file of at most 5 MB, without macros. We check every field first. A file with the name of an existing template replaces it."
            accept=".docx"
            error={faultAt(refused, "file")}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function receiveTemplate(
  request: FastifyRequest,
  { firm_id, user_id }: Staff,
  parts: Parts,
): Promise<StoredTemplate> {
  return storeTemplate(parts, { firm_id, user_id }, await readUploadedFile(request))
}

export async function saveReceived({ tx }: PageRequest, stored?: StoredTemplate): Promise<PageResponse> {
  if (!stored) throw badRequest([{ param: "file", code: "required", message: "Choose a file." }])
  const id = await saveTemplate(tx, stored)
  await recordAudit(tx, "document_template_saved", { record_id: id, label: stored.name })
  return { to: `${home}/${id}`, flash: { done: "document_template_saved" } }
}
