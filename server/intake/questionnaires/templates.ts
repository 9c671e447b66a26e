// The questionnaires that come with Foyer. Each is in the format of an exported file, but has keys for ids: a
// questionnaire created from it gets new ids.
import { readFile } from "node:fs/promises"
import type { QuestionnaireFile } from "../../definition/questionnaire-file.ts"

const descriptions = {
  "estate-planning": "One client or a couple: family, wishes, fiduciaries, assets and debts.",
  probate:
    "The estate of someone who died, filled in by a representative: heirs, the will, assets and debts.",
  "tax-organizer": "One client or a couple, once a year: household, income, deductions and tax forms.",
  "business-formation":
    "A new company: names, entity type, owners and their shares, management, and who signs for it.",
  "family-law":
    "Divorce, custody, support or an agreement: safety first, then children, income and expenses, assets and debts.",
} as const

export type TemplateName = keyof typeof descriptions
export const templateNames = Object.keys(descriptions) as TemplateName[]

export interface Template {
  name: TemplateName
  /** One line for staff. */
  description: string
  file: QuestionnaireFile
}

/** All templates, the most common first. */
export function listTemplates(): Promise<Template[]> {
  return Promise.all(templateNames.map(readTemplate))
}

/** The template with this name; undefined if there is none. */
export async function findTemplate(name: string): Promise<Template | undefined> {
  const known = templateNames.find((one) => one === name)
  return known && (await readTemplate(known))
}

async function readTemplate(name: TemplateName): Promise<Template> {
  const text = await readFile(new URL(`templates/${name}.json`, import.meta.url), "utf8")
  return { name, description: descriptions[name], file: JSON.parse(text) as QuestionnaireFile }
}
