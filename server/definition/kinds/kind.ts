// What every kind of question says about itself. A kind has its record in a file of this folder and its line in
// ../kinds.ts; all that differs by kind is decided here, or follows from it.
import type { AnswerValue, Compared } from "../conditions/conditions.ts"
import { type FaultCode, faulty, type Parsed } from "../faults/faults.ts"
import type { Language, Text } from "../text.ts"
import type { Notation } from "../values/amounts.ts"
import type { DatePrecision, TypedDate } from "../values/dates.ts"

/** The kinds that the additional fields of assets and the columns of tables can have. */
export const fieldTypes = ["text", "long_text", "number", "money", "date", "yes_no", "choice"] as const
export type FieldType = (typeof fieldTypes)[number]

export interface Option {
  value: string
  label: Text
  /** Of several choices: it cannot be chosen together with others. */
  exclusive?: boolean
}

/** What the author of a question sets. */
export interface Settings {
  options?: readonly Option[]
  /** Offered by earlier versions. */
  former_options?: readonly Option[]
  min?: string
  max?: string
  whole?: boolean
  precision?: DatePrecision
  max_length?: number
  /** For tables. */
  columns?: readonly Column[]
  /** For computed values. */
  formula?: { money?: boolean }
  required?: boolean
}

export interface Column extends Settings {
  id: string
  prompt: Text
  type: FieldType
}

/** One answer as submitted by a form or by autosave; null clears it. */
export type RawAnswer = string | readonly string[] | TypedDate | null | undefined

export interface Parsing {
  /** The current date in the client's time zone, for dates that must not be in the future or the past. */
  today: string
  /** The language of the page, for numbers. */
  notation: Notation
  parseCell: (column: Column, cell: unknown) => Parsed<AnswerValue>
}

export interface Display {
  language: Language
  /** The names of the matter's contacts by id. */
  names: Readonly<Record<string, string>>
  /** Between the items of a list. */
  separator: string
  displayCell: (column: Column, value: AnswerValue) => string
}

/** Made-up choices, for test submissions. */
export interface Sample {
  /** One of the options; undefined if there are none. */
  pick<One>(options: readonly One[]): One | undefined
  /** A whole number from `least` to `greatest`. */
  number(least: number, greatest: number): number
}

export interface Sampling {
  sample: Sample
  /** The firm's day. */
  today: string
  sampleCell: (column: Column) => AnswerValue | undefined
}

/** How a line in which people type looks; what is missing is as in any text. */
export interface Line {
  type?: "email" | "tel"
  inputmode?: "numeric" | "decimal" | "tel" | "email" | "url"
  autocomplete?: string
  spellcheck?: false
  /** In characters. */
  width?: 2 | 4 | 5 | 10 | 20 | 30
  prefix?: string
  suffix?: string
}

/** What people answer with: a line, or a control that `intake/portal/fields/field-control.tsx` names. */
export type Control =
  | Line
  | "text_area"
  | "yes_no"
  | "option"
  | "options"
  | "date"
  | "person"
  | "address"
  | "table"
  | "file"
  | "computed"
  | "notice"

export interface Kind {
  /** What staff call it. */
  label: string
  control: Control
  comparedAs: Compared
  /** In characters, if the author sets no other; absent if there is nothing to set. */
  max_length?: number
  /** Reads what was typed, sent or stored, apart from null; absent if the answer is uploaded or there is none. */
  parse?: (raw: NonNullable<RawAnswer>, settings: Settings, parsing: Parsing) => Parsed<AnswerValue>
  /** A stored text for people; by default, as it is. */
  display?: (value: string, settings: Settings, display: Display) => string
  /** A stored list for people; by default, the words of its options. */
  displayList?: (value: readonly string[], settings: Settings, display: Display) => string
  /** A stored text as people type it; by default, as it is. */
  typed?: (value: string) => string
  /** Where the stored text leads, as the target of a link. */
  linkTo?: (value: string) => string | undefined
  /** Why a required question without an answer is refused; by default, it needs an answer. */
  missing?: FaultCode
  /** The answers are always encrypted, even if the question is not marked sensitive. */
  isSecret?: true
  /** Of a long sensitive answer, the last four characters identify it to someone who knows it, and reveal little. */
  isKnownByEnd?: true
  /** Formulas can count its items. */
  isCounted?: true
  /** What it is to a spreadsheet, if not text. */
  cell?: "number" | "money" | "date"
  /** Raw answers that may fit, the likeliest first; none for people and files. */
  samples: (settings: Settings, sampling: Sampling) => RawAnswer[]
}

export function isTypedDate(raw: RawAnswer): raw is TypedDate {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw)
}

export function listOf(raw: RawAnswer): readonly string[] {
  if (typeof raw === "string") return [raw]
  return raw === undefined || raw === null || isTypedDate(raw) ? [] : raw
}

function lastOf(raw: RawAnswer): string {
  return listOf(raw).at(-1) ?? ""
}

/** A reader of one line or text, for a kind. */
export function ofText(
  parse: (text: string, settings: Settings, parsing: Parsing) => Parsed<AnswerValue>,
): NonNullable<Kind["parse"]> {
  return (raw, settings, parsing) =>
    isTypedDate(raw) ? faulty("text_unreadable") : parse(lastOf(raw), settings, parsing)
}
