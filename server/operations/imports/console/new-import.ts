import { recordAudit } from "../../../firm/audit/audit.ts"
import { cleanFilename } from "../../../intake/documents/filename.ts"
import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { createImport } from "../imports.ts"
import { max_import_rows } from "../table/table.ts"
import { home, importsCrumb } from "./list-page.tsx"

export const newImport = form({
  open: async () => ({
    title: "Import matters",
    breadcrumbs: [importsCrumb],
    heading: {
      lede: "Upload the table that your other program saves. You see what will be stored before anything is created.",
    },
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
    cancel: home,
  }),
  receive: (request) => readUploadedFile(request),
  save: async ({ tx }, _, __, { filename, bytes }) => {
    const label = cleanFilename(filename)
    const id = await createImport(tx, label, bytes)
    await recordAudit(tx, "import_uploaded", { record_id: id, label })
    return { to: `${home}/${id}` }
  },
})
