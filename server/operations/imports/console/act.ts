// What the two forms of an import do: read the file in another way, or create its matters.
import { recordAudit } from "../../../firm/audit/audit.ts"
import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import { conflict } from "../../../platform/errors.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { type PageRequest, textOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { findPlannedDuplicates } from "../duplicates.ts"
import { changeMapping, createImported, getImport, lockOpenImport } from "../imports.ts"
import { planOf, readImport } from "../read-import.ts"
import { readColumnsForm } from "./columns-form.tsx"
import { readDecisions } from "./duplicates.tsx"
import { clockOf, questionnaireField, resultText } from "./import-page.tsx"
import { home } from "./list-page.tsx"

export async function actOnImport(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const row = await getImport(tx, req.param("import_id"))
  const to = `${home}/${row.id}`
  if (textOf(form, "step") !== "create") {
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
