// Foyer's bundled templates, for tests that need a complete questionnaire.
import type { QuestionnaireFile } from "../../server/definition/questionnaire-file.ts"
import { listTemplates, type TemplateName } from "../../server/intake/questionnaires/templates.ts"

const templates = await listTemplates()

export const planning = fileOf("estate-planning")
export const probate = fileOf("probate")
export const tax = fileOf("tax-organizer")
export const business = fileOf("business-formation")
export const family = fileOf("family-law")

function fileOf(name: TemplateName): QuestionnaireFile {
  const template = templates.find((one) => one.name === name)
  if (!template) throw new Error(`There is no template ${name}.`)
  return template.file
}
