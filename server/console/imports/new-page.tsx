import type { FastifyRequest } from "fastify"
import { cleanFilename } from "../../documents/filename.ts"
import { createImport } from "../../imports/imports.ts"
import { type ImportTable, readTable } from "../../imports/table.ts"
import { badRequest } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { FileField } from "../../ui/components/file-field.tsx"
import { faultAt, type PageRequest, type RefusedForm } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import { readUploadedFile } from "../uploaded-file.ts"
import type { PageResponse, View } from "../view.tsx"
import { home, importsCrumb } from "./list-page.tsx"

export async function newImportPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Import matters",
    breadcrumbs: [importsCrumb],
    heading: {
      lede: "Upload a table, choose what each column contains, check the result, then create the matters.",
    },
    refused,
    body: (
      <Card>
        <p>
          Use one line per person. Lines with the same reference number or the same matter name form one
          matter. The first line is its main client; the others need a relationship such as Spouse or
          Daughter.
        </p>
        <CancelableForm encType="multipart/form-data" cancel={home} submit="Upload">
          <FileField
            id="file"
            label="CSV file"
            hint="At most 500 lines. The first line contains the column names."
            accept=".csv,.txt,text/csv"
            error={faultAt(refused, "file")}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

interface Received {
  filename: string
  table: ImportTable
}

export async function receiveTable(request: FastifyRequest): Promise<Received> {
  const { filename, bytes } = await readUploadedFile(request)
  return { filename: cleanFilename(filename), table: readTable(bytes) }
}

export async function saveTable({ tx }: PageRequest, received?: Received): Promise<PageResponse> {
  if (!received) throw badRequest([{ param: "file", code: "required", message: "Choose a file." }])
  const id = await createImport(tx, received.filename, received.table)
  return { to: `${home}/${id}`, flash: { done: "import_uploaded" } }
}
