import type { FastifyRequest } from "fastify"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { cleanFilename } from "../../../intake/documents/filename.ts"
import { badRequest } from "../../../platform/errors.ts"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { faultAt, type PageRequest, type RefusedForm } from "../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { FileField } from "../../../web/ui/components/file-field.tsx"
import { createImport } from "../imports.ts"
import { max_import_rows } from "../table/table.ts"
import { home, importsCrumb } from "./list-page.tsx"

export async function newImportPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Import matters",
    breadcrumbs: [importsCrumb],
    heading: {
      lede: "Upload the table that your other program saves. You see what will be stored before anything is created.",
    },
    refused,
    body: (
      <Card>
        <p>
          Use one line per client; columns such as Spouse First Name add the spouse. For more people, give
          each a line and a column Relationship: lines with the same file number or matter name then form one
          matter, and the first line is its main client.
        </p>
        <CancelableForm encType="multipart/form-data" cancel={home} submit="Upload">
          <FileField
            id="file"
            label="File"
            hint={`At most ${max_import_rows.toLocaleString("en-US")} lines, as an Excel workbook (.xlsx) or CSV. A line above the people names the columns.`}
            accept=".xlsx,.csv,.txt,text/csv"
            error={faultAt(refused, "file")}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

interface Received {
  filename: string
  bytes: Uint8Array
}

export async function receiveTable(request: FastifyRequest): Promise<Received> {
  const { filename, bytes } = await readUploadedFile(request)
  return { filename: cleanFilename(filename), bytes }
}

export async function saveTable({ tx }: PageRequest, received?: Received): Promise<PageResponse> {
  if (!received) throw badRequest([{ param: "file", code: "required", message: "Choose a file." }])
  const id = await createImport(tx, received.filename, received.bytes)
  await recordAudit(tx, "import_uploaded", { record_id: id, label: received.filename })
  return { to: `${home}/${id}` }
}
