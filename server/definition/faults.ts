import type { Text } from "./text.ts"

/** Why something typed could not be understood. The sentences are in fault-sentences.ts, one for each code. */
export const faultCodes = [
  "answer_missing",
  "choice_missing",
  "choices_missing",
  "date_missing",
  "person_missing",
  "document_missing",
  "text_too_long",
  "text_unreadable",
  "option_unknown",
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
  "date_unfinished",
  "date_too_early",
  "date_too_late",
  "date_in_future",
  "date_in_past",
  "number_unreadable",
  "number_not_whole",
  "number_too_small",
  "number_too_large",
  "number_too_long",
  "money_unreadable",
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
  "address_needs_street",
  "address_needs_city",
  "table_too_long",
  "ssn_unreadable",
  "ein_unreadable",
] as const
export type FaultCode = (typeof faultCodes)[number]

/** `limit` is the bound that was crossed, as stored; `parts` are the fields of a date to look at. */
export interface Fault {
  code: FaultCode
  limit?: string
  parts?: readonly DatePart[]
  /** Of an answer made of several controls, the one at fault: what follows the name of the field. */
  at?: string
  /** The row and column of a table. */
  cell?: { row: number; label: Text }
}

/**
 * What a form field held. Absent is not empty: an absent field was not on the form and must change nothing; an
 * empty one was cleared.
 */
export type Parsed<Value> =
  | { kind: "absent" }
  | { kind: "empty" }
  | { kind: "value"; value: Value }
  | { kind: "fault"; fault: Fault }

export function faulty(code: FaultCode, detail: Omit<Fault, "code"> = {}): { kind: "fault"; fault: Fault } {
  return { kind: "fault", fault: { code, ...detail } }
}

export type DatePart = (typeof dateParts)[number]

/** Dates as people type them, in three fields, and as people read them. Stored as `YYYY-MM-DD`, no time zone. */

export const dateParts = ["month", "day", "year"] as const
