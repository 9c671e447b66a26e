import type { Language } from "../../../definition/text.ts"
import { type MissingCode, nameWith, roleFor } from "./missing-sentences.ts"

/** One required item that was not given. */
export interface Missing {
  section_id: string
  /** Ids of the question, role, request or asset, or of the person and field. */
  where: MissingLocation
  code: MissingCode
  /** The section's name for it, in the requested language. */
  label: string
  /** The person it is about, where several people get the same question. */
  person?: string
  /** A sentence that says what to do. */
  message: string
}

export type MissingLocation =
  | { contact_id: string; field: string }
  | { question_id: string; about?: string }
  | { role_id: string; focus_contact_id?: string }
  | { request_id: string; about?: string }
  | { asset_id: string; level: "primary" | "contingent" }
  | { asset_id: string; field: string }
  | { agreement_id: string; signer_id: string }

/**
 * The short name of a missing item, for a list under a heading that says it is missing; the full message unless the
 * item was simply left blank.
 */
export function missingName({ code, label, person, where, message }: Missing, language: Language): string {
  if (!isBlank(code)) return message
  return "role_id" in where ? roleFor(label, person, language) : nameWith(label, person)
}

/** Whether the item was simply left blank, so that its message says no more than its name. */
export const isBlank = (code: MissingCode) => code.endsWith("_missing") && code !== "signature_missing"
