import type { AnswerValue } from "../conditions/conditions.ts"
import type { Fault, Parsed } from "../faults/faults.ts"
import { yesOrNoWords } from "../kinds/choices.ts"
import type { Column, RawAnswer, Settings } from "../kinds/kind.ts"
import { type AnyType, kinds } from "../kinds.ts"
import { optionLabel } from "../option-labels.ts"
import type { Language } from "../text.ts"
import type { Notation } from "./amounts.ts"

/** Converts answers between forms and the database, as the kind of each question says. */

/** A question, an additional field of an asset category, or a table column. */
export interface Answerable extends Settings {
  type: AnyType
}

/**
 * Parses typed input into a value or a fault. `today` is the current date in the client's time zone, for dates that must
 * not be in the future or the past; `notation` is the language of the page, for numbers.
 */
export function parseAnswer(
  question: Answerable,
  raw: RawAnswer,
  today: string,
  notation: Notation = "en",
): Parsed<AnswerValue> {
  const { parse } = kinds[question.type]
  if (raw === undefined || !parse) return { kind: "absent" }
  if (raw === null) return { kind: "empty" }
  const parseCell = (column: Column, cell: unknown) => parseAnswer(column, rawCell(cell), today, notation)
  return parse(raw, question, { today, notation, parseCell })
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
  if (typeof value === "boolean") return yesOrNoWords[language][value ? "yes" : "no"]
  const { display, displayList } = kinds[question.type]
  const displayCell = (column: Column, cell: AnswerValue) => displayValue(column, cell, language, names)
  const reader = { language, names, separator, displayCell }
  if (typeof value === "string") return display?.(value, question, reader) ?? value
  if (displayList) return displayList(value, question, reader)
  return value.map((option) => optionLabel(question, option, language)).join(separator)
}

/** Where an answer leads, if it is shown as a link. */
export function linkOf(type: AnyType, value: AnswerValue | null): string | undefined {
  return typeof value === "string" ? kinds[type].linkTo?.(value) : undefined
}

/** A value as people type it into its control; blank for lists. */
export function typedText({ type }: Pick<Answerable, "type">, value: AnswerValue | null): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value !== "string") return ""
  return kinds[type].typed?.(value) ?? value
}

/** The fault of a required question without an answer. */
export function missingAnswer({ type }: Pick<Answerable, "type">): Fault {
  const code = kinds[type].missing ?? "answer_missing"
  return code === "date_missing" ? { code, parts: ["month"] } : { code }
}

/** Whether a stored value still fits the question, for example after the matter moved to another version. */
export function fitsQuestion(question: Answerable, value: AnswerValue): boolean {
  if (question.type === "file") return typeof value === "object"
  const raw = typeof value === "boolean" ? typedText(question, value) : value
  const parsed = parseAnswer({ ...question, min: undefined, max: undefined }, raw, "", "stored")
  if (parsed.kind !== "value") return false
  return typeof value === "object" ? typeof parsed.value === "object" : parsed.value === value
}

/** Accepts a cell as submitted or as stored; anything else becomes blank. */
function rawCell(cell: unknown): RawAnswer {
  if (typeof cell === "boolean") return cell ? "yes" : "no"
  if (typeof cell === "string" || cell === undefined) return cell
  if (typeof cell !== "object" || cell === null || Array.isArray(cell)) return null
  const isText = (part: unknown) => part === undefined || typeof part === "string"
  return Object.values(cell).every(isText) ? cell : null
}
