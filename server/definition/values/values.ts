import { displayAddress, parseAddress } from "../addresses/addresses.ts"
import type { AnswerValue } from "../conditions/conditions.ts"
import type { AdditionalField, Option } from "../definition.ts"
import { faulty, type Parsed } from "../faults/faults.ts"
import { optionLabel } from "../option-labels.ts"
import { ownValue } from "../own-value.ts"
import { parseChoice, parseChoices, parseContact, parseYesNo, yesOrNo } from "../plain-answers.ts"
import { type FieldType, isTyped, type QuestionType } from "../question-types.ts"
import { displayTable, parseTable } from "../tables.ts"
import type { Language } from "../text.ts"
import {
  displayMoney,
  displayNumber,
  type Notation,
  parseMoney,
  parseNumber,
  parsePercentage,
  typedNumber,
} from "./amounts.ts"
import { type DatePrecision, displayDate, parseIsoDate, type TypedDate } from "./dates.ts"
import { parseEmail, parsePhone } from "./email-and-phone.ts"
import { parseTypedDate } from "./pasted-dates.ts"
import { parseTaxId } from "./tax-ids.ts"
import { parseLine, parseText } from "./typed-text.ts"

/**
 * Converts answers between forms and the database: parses typed input into a value or a fault, and formats values for
 * display. Runs on the server and in the browser.
 */

/** A question, an additional field of an asset category, or a table column. */
export interface Answerable {
  type: QuestionType | FieldType
  options?: readonly Option[]
  /** Offered by earlier versions. */
  former_options?: readonly Option[]
  min?: string
  max?: string
  whole?: boolean
  precision?: DatePrecision
  max_length?: number
  /** For tables. */
  columns?: readonly AdditionalField[]
  /** For computed values. */
  formula?: { money?: boolean }
  required?: boolean
}

/** One answer as submitted by a form or by autosave; null clears it. */
export type RawAnswer = string | readonly string[] | TypedDate | null | undefined

/** Maximum length, in characters, of a text answer when its question sets none. */
export const default_max_length = { text: 500, long_text: 10_000 }

/**
 * `today` is the current date in the client's time zone, for dates that must not be in the future or the past;
 * `notation` is the language of the page, for numbers.
 */
export function parseAnswer(
  question: Answerable,
  raw: RawAnswer,
  today: string,
  notation: Notation = "en",
): Parsed<AnswerValue> {
  if (raw === undefined || !isTyped(question.type)) return { kind: "absent" }
  if (raw === null) return { kind: "empty" }
  if (question.type === "many_of") return parseChoices(question.options ?? [], listOf(raw))
  if (question.type === "address") return parseAddress(listOf(raw), question.required ?? false)
  if (question.type === "table") {
    const parseCell = (column: AdditionalField, cell: unknown) =>
      parseAnswer(column, rawCell(cell), today, notation)
    return parseTable(question.columns ?? [], listOf(raw), parseCell)
  }
  if (question.type === "date") {
    const bounds = { min: question.min, max: question.max, precision: question.precision, today }
    return isTypedDate(raw) ? parseTypedDate(raw, bounds) : parseIsoDate(lastOf(raw), bounds)
  }
  if (isTypedDate(raw)) return faulty("text_unreadable")
  const text = lastOf(raw)
  switch (question.type) {
    case "text":
      return parseLine(text, question.max_length ?? default_max_length.text)
    case "long_text":
      return parseText(text, question.max_length ?? default_max_length.long_text)
    case "yes_no":
      return parseYesNo(text)
    case "one_of":
    case "choice":
      return parseChoice(question.options ?? [], text.trim())
    case "number":
      return parseNumber(text, { ...question, notation })
    case "money":
      return parseMoney(text, { ...question, notation })
    case "percentage":
      return parsePercentage(text, { ...question, notation })
    case "ssn":
    case "ein":
      return parseTaxId(question.type, text)
    case "email":
      return parseEmail(text)
    case "phone":
      return parsePhone(text)
    case "contact":
      return parseContact(text.trim())
    case "file":
    case "computed":
    case "notice":
      return { kind: "absent" }
    default:
      return question.type satisfies never
  }
}

/**
 * Formats a value for display; blank when there is no answer. `names` maps the matter's contact ids to names. Option
 * labels can contain commas, so callers that show them to people pass a clearer `separator`; the API uses the default.
 */
export function displayValue(
  question: Answerable,
  value: AnswerValue | null | undefined,
  language: Language,
  names: Readonly<Record<string, string>>,
  separator = ", ",
): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return yesOrNo(value, language)
  if (typeof value !== "string") {
    if (question.type === "address") return displayAddress(value, language)
    if (question.type === "table")
      return displayTable(
        question.columns ?? [],
        value,
        language,
        separator === ", " ? "; " : separator,
        (column, cell) => displayValue(column, cell, language, names),
      )
    return value.map((option) => optionLabel(question, option, language)).join(separator)
  }
  switch (question.type) {
    case "one_of":
    case "many_of":
    case "choice":
      return optionLabel(question, value, language)
    case "date":
      return displayDate(value, language)
    case "number":
      return displayNumber(value)
    case "money":
      return displayMoney(value)
    case "computed":
      return question.formula?.money ? displayMoney(value) : displayNumber(value)
    case "percentage":
      return `${displayNumber(value)}%`
    case "contact":
      return ownValue(names, value) ?? ""
    default:
      return value
  }
}

/** A value as people type it into its control; blank for lists. */
export function typedText({ type }: Pick<Answerable, "type">, value: AnswerValue | null): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value !== "string") return ""
  if (type === "money") return displayMoney(value).replace("$", "")
  return type === "number" || type === "percentage" ? typedNumber(value) : value
}

/** Whether a stored value still fits the question, for example after the matter moved to another version. */
export function fitsQuestion(question: Answerable, value: AnswerValue): boolean {
  if (question.type === "yes_no") return typeof value === "boolean"
  if (typeof value === "boolean") return false
  if (question.type === "file") return typeof value !== "string"
  const parsed = parseAnswer({ ...question, min: undefined, max: undefined }, value, "", "stored")
  return typeof value === "string"
    ? parsed.kind === "value" && parsed.value === value
    : isList(question.type) && parsed.kind === "value"
}

/** Whether the value is a list: of options, address parts, or table rows. */
function isList(type: Answerable["type"]): boolean {
  return type === "many_of" || type === "address" || type === "table"
}

/** Accepts a cell as submitted or as stored; anything else becomes blank. */
function rawCell(cell: unknown): RawAnswer {
  if (typeof cell === "boolean") return cell ? "yes" : "no"
  if (typeof cell === "string" || cell === undefined) return cell
  if (typeof cell !== "object" || cell === null || Array.isArray(cell)) return null
  const isText = (part: unknown) => part === undefined || typeof part === "string"
  return Object.values(cell).every(isText) ? cell : null
}

export function isTypedDate(raw: RawAnswer): raw is TypedDate {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw)
}

function listOf(raw: RawAnswer): readonly string[] {
  if (typeof raw === "string") return [raw]
  return raw === undefined || raw === null || isTypedDate(raw) ? [] : raw
}

function lastOf(raw: RawAnswer): string {
  return listOf(raw).at(-1) ?? ""
}
