import { recordAudit } from "../../../firm/audit/audit.ts"
import { cleanFilename } from "../../../intake/documents/filename.ts"
import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import { conflict } from "../../../platform/errors.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { findPlannedDuplicates } from "../duplicates.ts"
import { changeMapping, createImport, createImported, getImport, lockOpenImport } from "../imports.ts"
import { planOf, readImport } from "../read-import.ts"
import { max_import_rows } from "../table/table.ts"
import { readUploadedTable } from "../table/uploaded-table.ts"
import { readColumnsForm } from "./columns-form.tsx"
import { readDecisions } from "./duplicates.tsx"
import { clockOf, questionnaireField, resultText } from "./import-page.tsx"
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
  receive: async (request, staff) => {
    const { filename, bytes } = await readUploadedFile(request)
    return { filename, table: await readUploadedTable(bytes, staff) }
  },
  save: async ({ tx }, _, __, { filename, table }) => {
    const label = cleanFilename(filename)
    const id = await createImport(tx, label, table)
    await recordAudit(tx, "import_uploaded", { record_id: id, label })
    return { to: `${home}/${id}` }
  },
})

// What the two forms of an import do: read the file in another way, or create its matters.

export async function actOnImport(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const row = await getImport(tx, req.param("import_id"))
  const to = `${home}/${row.id}`
  if (trimmedTextOf(form, "step") !== "create") {
    await changeMapping(tx, row.id, readColumnsForm(req, row))
    return { to, flash: { done: "import_checked" } }
  }
  // A second press shows what the first created.
  if (!(await lockOpenImport(tx, row.id))) return { to, flash: { done: "import_created_before" } }
  const clock = clockOf(req)
  const { matters, faults } = await planOf(tx, readImport(row, clock), clock)
  if (faults.length > 0)
    throw conflict("import_faulty", "The file has faults. Correct them and upload it again.")
  const { questionnaire_id } = valuesIn(questionnaireField(await listUsableQuestionnaires(tx)), form)
  const decisions = readDecisions(req, matters, await findPlannedDuplicates(tx, matters))
  await createImported(tx, row.id, questionnaire_id, decisions)
  const done = await getImport(tx, row.id)
  await recordAudit(tx, "import_created", {
    record_id: row.id,
    label: `${row.filename}: ${resultText(done)}`,
  })
  return { to }
}
