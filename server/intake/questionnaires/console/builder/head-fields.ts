import { type Approach, approaches } from "../../../../definition/definition.ts"
import { normalized } from "../../../../definition/values/typed-text.ts"
import { approachWords } from "../../../../web/console/approach-words.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import type { Values } from "../../../../web/console/forms/field.ts"
import { line } from "../../../../web/console/forms/text-fields.tsx"
import type { QuestionnaireRow } from "../../questionnaires.ts"

type Head = Pick<QuestionnaireRow, "title" | "title_es" | "internal_type" | "url_short_name">

/** Fields for the names of a questionnaire: for clients, for the firm, and for other software. */
export function headFields(stored: Head) {
  return {
    title: line({
      label: "Title",
      hint: "Clients see this title.",
      max: 200,
      missing: "Enter a title.",
      value: stored.title,
    }),
    title_es: line({
      label: "Title in Spanish",
      optional: true,
      hint: "Clients who chose Spanish see this title. If you leave it blank, they see the English one.",
      max: 200,
      value: stored.title_es,
    }),
    internal_type: line({
      label: "Type",
      hint: "Your firm’s own name for this type of intake, such as Planning. You can filter matters by it.",
      max: 100,
      missing: "Enter a type.",
      value: stored.internal_type,
    }),
    url_short_name: line({
      label: "Short name",
      hint: "Lower-case letters, digits and hyphens, such as estate-planning. Other software identifies the questionnaire by it.",
      max: 60,
      spellcheck: false,
      missing: shortNameRule,
      check: (typed) => (isShortName(typed.toLowerCase()) ? undefined : shortNameRule),
      value: stored.url_short_name,
    }),
  }
}

export const shortNameRule = "Use lower-case letters, digits and hyphens, up to 60 characters."

export const isShortName = (text: string) => /^[a-z0-9-]{1,60}$/.test(text)

export function headOf({
  title,
  title_es,
  internal_type,
  url_short_name,
}: Values<ReturnType<typeof headFields>>) {
  return { title: { en: title, es: title_es }, internal_type, url_short_name: url_short_name.toLowerCase() }
}

/** For a questionnaire without a version: the matters of a version have the people of its approach. */
export function approachField(value: Approach) {
  return choice({
    label: "Approach",
    hint: "You cannot change this after you publish it.",
    options: approaches.map((approach) => ({ value: approach, label: approachWords[approach] })),
    value,
  })
}

/** Derives a short name from a title. */
export function shortNameOf(text: string): string {
  const plain = normalized(text, "NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "")
}
