import { isBlank, type Text, textIn } from "../text.ts"

/** A problem the linter found in a definition. Errors block publication; warnings do not. */
export interface Finding {
  code: FindingCode
  severity: "error" | "warning"
  /** The id of the part concerned; blank for the definition as a whole. */
  where: string
  /** The problem and how to fix it. */
  message: string
}

export const findingCodes = [
  "no_sections",
  "clients_missing",
  "clients_twice",
  "clients_conditional",
  "duplicate_id",
  "malformed_id",
  "empty_title",
  "empty_prompt",
  "empty_label",
  "empty_section",
  "too_long",
  "unknown_placeholder",
  "too_many",
  "translation_missing",
  "options_missing",
  "columns_missing",
  "formula_missing",
  "formula_unfit",
  "file_asked_once",
  "cannot_ask_again",
  "alone_not_each",
  "reveals_alone",
  "option_blank",
  "duplicate_option",
  "bound_unreadable",
  "bounds_reversed",
  "precision_without_date",
  "notice_takes_no_answer",
  "not_sensitive",
  "roles_without_people",
  "contact_without_people",
  "not_about_a_person",
  "split_for_one_client",
  "each_of_one_client",
  "levels_out_of_range",
  "unknown_general_category",
  "duplicate_group",
  "death_not_asked",
  "representative_not_asked",
  "condition_unreadable",
  "condition_too_deep",
  "unknown_question",
  "unknown_category",
  "refers_to_itself",
  "refers_to_later",
  "reveals_sensitive",
  "comparison_unfit",
  "value_unknown",
] as const
export type FindingCode = (typeof findingCodes)[number]

export type Report = (code: FindingCode, where: string, message: string) => void

const warnings: readonly FindingCode[] = [
  "empty_section",
  "translation_missing",
  "unknown_placeholder",
  "contact_without_people",
  "split_for_one_client",
  "each_of_one_client",
  "death_not_asked",
  "representative_not_asked",
]

export function severityOf(code: FindingCode): Finding["severity"] {
  return warnings.includes(code) ? "warning" : "error"
}

/** `The question “Do you rent?”`, or `An untitled question`. */
export function named(noun: string, text: Text): string {
  return isBlank(text) ? `An untitled ${noun}` : `The ${noun} “${truncated(textIn(text, "en"))}”`
}

/** Cuts long text at a word boundary, and adds an ellipsis. */
export function truncated(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).replace(/(?<!\s)\s+\S*$/, "")}…` : text
}
