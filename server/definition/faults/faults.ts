import type { Text } from "../text.ts"

/** Why an answer was rejected. fault-sentences.ts has the message for each code. */
export const faultCodes = [
  "answer_missing",
  "choice_missing",
  "choices_missing",
  "date_missing",
  "person_missing",
  "document_missing",
  "text_too_long",
  "text_unreadable",
  "text_not_one_line",
  "option_unknown",
  "option_exclusive",
  "person_unknown",
  "date_needs_day",
  "date_needs_month",
  "date_needs_year",
  "date_needs_month_and_day",
  "date_needs_day_and_year",
  "date_needs_month_and_year",
  "date_day_unknown",
  "date_month_unknown",
  "date_year_too_short",
  "date_year_unknown",
  "date_does_not_exist",
  "date_unreadable",
  "date_ambiguous",
  "date_unfinished",
  "date_too_early",
  "date_too_late",
  "date_in_future",
  "date_in_past",
  "amount_is_range",
  "number_unreadable",
  "number_ambiguous",
  "number_not_whole",
  "number_too_small",
  "number_too_large",
  "number_too_long",
  "money_unreadable",
  "money_ambiguous",
  "money_other_currency",
  "money_has_fraction_of_cent",
  "money_too_small",
  "money_too_large",
  "email_needs_at",
  "email_has_space",
  "email_incomplete",
  "email_too_long",
  "phone_unreadable",
  "phone_too_short",
  "phone_too_long",
  "website_incomplete",
  "website_not_on_web",
  "website_has_sign_in",
  "address_needs_street",
  "address_needs_city",
  "table_too_long",
  "ssn_unreadable",
  "ein_unreadable",
] as const
export type FaultCode = (typeof faultCodes)[number]

export interface Fault {
  code: FaultCode
  /** The bound that was exceeded, as stored. */
  limit?: string
  /** An answer that the field would take, as stored. */
  example?: string
  /** The amounts or dates that the text may mean, as stored. */
  candidates?: readonly [string, string]
  /** The parts of a date to correct. */
  parts?: readonly DatePart[]
  /** For an answer with several controls, the suffix of the control at fault. */
  at?: string
  /** For a table, the row (from 1) and the label of the column. */
  cell?: { row: number; label: Text }
}

/** A parsed form field. An absent field was not on the form and must change nothing; an empty one was cleared. */
export type Parsed<Value> =
  | { kind: "absent" }
  | { kind: "empty" }
  | { kind: "value"; value: Value }
  | { kind: "fault"; fault: Fault }

export function faulty(code: FaultCode, detail: Omit<Fault, "code"> = {}): { kind: "fault"; fault: Fault } {
  return { kind: "fault", fault: { code, ...detail } }
}

export const dateParts = ["month", "day", "year"] as const
export type DatePart = (typeof dateParts)[number]
