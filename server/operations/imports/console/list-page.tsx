import { recordAudit } from "../../../firm/audit/audit.ts"
import { cleanFilename } from "../../../intake/documents/filename.ts"
import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { isPastTheEnd, PagedTable, readPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { createImport, type ImportRow, listImports } from "../imports.ts"
import { planSoon } from "../plan-import.ts"
import { max_import_rows } from "../table/table.ts"
import { readUploadedTable } from "../table/uploaded-table.ts"

export const home = "/console/imports"
export const importsCrumb = { text: "Import matters", href: home }

export const newImport = form({
  open: async () => ({
    title: "A table of matters",
    text: [
      "Use one line per client; columns such as Spouse First Name add the spouse. For more people, give each a line and a column Relationship: lines with the same file number or matter name then form one matter, and the first line is its main client.",
    ],
    fields: {
      file: file({
        label: "File",
        hint: `At most ${max_import_rows.toLocaleString("en-US")} lines, as an Excel workbook (.xlsx) or CSV. A line above the people names the columns.`,
        accept: ".xlsx,.csv,.txt,text/csv",
      }),
    },
    submit: "Upload",
  }),
  receive: async (request, staff) => {
    const { filename, bytes } = await readUploadedFile(request)
    return { filename, table: await readUploadedTable(bytes, staff) }
  },
  save: async ({ tx }, _, __, { filename, table }) => {
    const label = cleanFilename(filename)
    const id = await createImport(tx, label, table)
    await planSoon(tx, id)
    await recordAudit(tx, "import_uploaded", { record_id: id, label })
    return { to: `${home}/${id}` }
  },
})

export async function importsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { rows, list } = await readPage(req, { home, limit: 50 }, (page) => listImports(req.tx, page))
  return {
    title: importsCrumb.text,
    status: isPastTheEnd(list) ? 404 : 200,
    lede: "Upload the table that your other program saves. You see what will be stored before anything is created.",
    body: (
      <>
        {await newImport.section(req, { action: home, isCard: true }, refused)}
        <PagedTable
          {...{ rows, list }}
          caption="Imports, latest first"
          columns={[
            { label: "File", cell: (one) => <a href={`${home}/${one.id}`}>{one.filename}</a> },
            { label: "State", narrow: true, cell: (one) => <ImportTag state={one.state} /> },
            { label: "Matters", align: "end", cell: (one) => one.matter_ids.length || "" },
            { label: "Uploaded by", cell: (one) => one.created_by_name },
            { label: "Uploaded", cell: (one) => <When at={one.created_at} req={req} /> },
          ]}
          empty={
            <EmptyState title="Nothing imported yet" icon="upload">
              You see all faults of a file before anything is created, and you can undo an import.
            </EmptyState>
          }
        />
      </>
    ),
  }
}

export function ImportTag({ state }: Pick<ImportRow, "state">) {
  const [text, tone] = stateTags[state]
  return <Tag tone={tone}>{text}</Tag>
}

const stateTags: Record<ImportRow["state"], readonly [text: string, tone?: "success" | "info"]> = {
  planning: ["Being read", "info"],
  open: ["Not created yet", "info"],
  creating: ["Being created", "info"],
  created: ["Created", "success"],
  undone: ["Undone"],
}
