// Texts that come along for a firm to begin with. What it has to write itself stands in double brackets, and no client
// meets a text in which any are left.
import { readFileSync } from "node:fs"
import type { Rules, Words } from "./agreements.ts"

const rules: Rules = {
  approaches: [],
  questionnaire_ids: [],
  by_both: true,
  only_for_two: false,
  is_required: true,
  is_active: false,
}

const starters = {
  engagement: {
    description: "What you do for clients, what it costs, and how it ends.",
    rules,
  },
  "joint-representation": {
    description: "What it means to represent two people together. Only matters of two clients ask for it.",
    rules: { ...rules, approaches: ["planning"], only_for_two: true },
  },
} as const satisfies Record<string, { description: string; rules: Rules }>

export interface Starter extends Words {
  name: string
  /** One line for the staff who choose. */
  description: string
  /** Not in use yet: its firm has to adapt it first. */
  rules: Rules
}

/** All texts to begin with, in English and Spanish. */
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
