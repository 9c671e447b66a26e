// The questionnaires that come with Foyer, for every firm to start from. Each is a file as export writes it, but with
// keys for ids: what is created from it gets ids of its own.
import { readFile } from "node:fs/promises"
import type { QuestionnaireFile } from "../definition/questionnaire-file.ts"

const descriptions = {
  "estate-planning":
    "One client or a couple: family, wishes, who should act for them, what they own and owe.",
  probate:
    "The estate of a person who died, filled in by a representative: heirs, the will, assets and debts.",
  "tax-organizer": "One client or a couple, once a year: household, income, deductions and tax forms.",
  "business-formation":
    "A new company: names, form, owners and their shares, how it is run, and who signs for it.",
  "family-law":
    "Divorce, custody, support or an agreement: safety first, the children, income and costs, and what there is.",
} as const

export type TemplateName = keyof typeof descriptions
export const templateNames = Object.keys(descriptions) as TemplateName[]

export interface Template {
  name: TemplateName
  /** One line for the staff who choose. */
  description: string
  file: QuestionnaireFile
}

/** All templates, the most common first. */
export function listTemplates(): Promise<Template[]> {
  return Promise.all(templateNames.map(readTemplate))
}

/** The template of that name, undefined when there is none. */
export async function findTemplate(name: string): Promise<Template | undefined> {
  const known = templateNames.find((one) => one === name)
  return known && (await readTemplate(known))
}

async function readTemplate(name: TemplateName): Promise<Template> {
  const text = await readFile(new URL(`templates/${name}.json`, import.meta.url), "utf8")
  return { name, description: descriptions[name], file: JSON.parse(text) as QuestionnaireFile }
}
