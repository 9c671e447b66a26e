// Starter texts that come with Foyer. Double brackets mark what the firm has to fill in; an agreement cannot be
// activated until all are replaced.
import { readFileSync } from "node:fs"
import type { AgreementRules, AgreementText } from "./agreements.ts"

const rules: AgreementRules = {
  questionnaire_ids: [],
  by_both: true,
  only_for_two: false,
  is_required: true,
  before_sending: false,
  is_active: false,
}

const starters = {
  engagement: {
    description: "The scope of your work, fees, and how the representation ends.",
    rules,
  },
  "joint-representation": {
    description: "What it means to represent two people together. Only matters with two clients include it.",
    rules: { ...rules, only_for_two: true },
  },
} as const satisfies Record<string, { description: string; rules: AgreementRules }>

export interface Starter extends AgreementText {
  name: string
  /** One line for staff. */
  description: string
  /** Inactive, because the firm has to adapt the text first. */
  rules: AgreementRules
}

/** All starter texts, in English and Spanish. */
export function listStarters(): Starter[] {
  return Object.entries(starters).map(([name, about]) => {
    const [en, es] = [read(name, "en"), read(name, "es")]
    return { name, ...about, title: { en: en.title, es: es.title }, text: { en: en.text, es: es.text } }
  })
}

/** The first line is the title. */
function read(name: string, language: "en" | "es"): { title: string; text: string } {
  const file = readFileSync(new URL(`starters/${name}.${language}.txt`, import.meta.url), "utf8")
  const [title = "", ...lines] = file.split("\n")
  return { title, text: lines.join("\n").trim() }
}
