import type { Language } from "../definition/text.ts"
import { type MissingCode, nameWith, roleFor } from "./missing-sentences.ts"

/** One required thing that was not given: what, about whom, and where to give it. */
export interface Missing {
  section_id: string
  /** Ids of the place: of the question, role, request, asset or person and field. */
  where: Where
  code: MissingCode
  /** What the section calls it, in the language asked for. */
  label: string
  /** Whom it is about, where the same is asked of several people. */
  person?: string
  /** A sentence that says what to do. */
  message: string
}

export type Where =
  | { contact_id: string; field: string }
  | { question_id: string; about?: string }
  | { role_id: string; focus_contact_id?: string }
  | { request_id: string; about?: string }
  | { asset_id: string; level: "primary" | "contingent" }
  | { asset_id: string; field: string }
  | { agreement_id: string; signer_id: string }

/** Under a heading that says it is still needed the name is enough, unless there is more to say than that it was left blank. */
export function missingName({ code, label, person, where, message }: Missing, language: Language): string {
  if (!blankCodes.has(code)) return message
  return "role_id" in where ? roleFor(label, person, language) : nameWith(label, person)
}

const blankCodes: ReadonlySet<MissingCode> = new Set([
  "answer_missing",
  "choice_missing",
  "choices_missing",
  "date_missing",
  "person_missing",
  "document_missing",
])
