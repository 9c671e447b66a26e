import type { QuestionnaireFile } from "../definition.ts"
import { clients, people } from "./tax/people.ts"
import { assets, documents } from "./tax/property.ts"
import { deductions, filing, income } from "./tax/questions.ts"

/** The yearly organizer for an individual income tax return. */
export const tax: QuestionnaireFile = {
  format: "foyer-questionnaire-1",
  title: "Tax Organizer",
  internal_type: "Tax",
  approach: "planning",
  url_short_name: "tax-organizer",
  definition: { sections: [clients, people, filing, income, deductions, assets, documents] },
}
