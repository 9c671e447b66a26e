import { dateParts, faulty, type Parsed } from "../faults/faults.ts"
import { type DateBounds, parseDateParts, type TypedDate, typedDate } from "./dates.ts"
import { parseSpreadsheetDate } from "./spreadsheet-dates.ts"

/**
 * Like `parseDateParts`, and also reads a date that was pasted whole into one of its boxes: `03/14/1962`,
 * `March 14, 1962`, `1962-03`. One with two candidates is asked about with both; a year of two digits is not read.
 */
export function parseTypedDate(typed: TypedDate, bounds: DateBounds): Parsed<string> {
  const filled = dateParts.filter((part) => typed[part]?.trim())
  const text = filled.length === 1 ? (typed[filled[0] ?? "year"] ?? "").trim() : ""
  // Without four digits in a row there is no year; without anything else, there is nothing but a number.
  if (text.length < 6 || !/\p{Nd}{4}/u.test(text) || /^\p{Nd}+$/u.test(text))
    return parseDateParts(typed, bounds)
  // In a table, dots prove that days come first; a person may mean either.
  const date = /^[\p{Nd}. ]+$/u.test(text) ? text.replaceAll(".", "/") : text
  const parsed = parseSpreadsheetDate(date, { today: "" })
  if (parsed.kind === "ambiguous")
    return faulty("date_ambiguous", { candidates: parsed.candidates, parts: filled })
  if (parsed.kind === "value") return parseDateParts(typedDate(parsed.value), bounds)
  const month = monthAndYear(text)
  const isMonth = month && parseDateParts(month, { precision: "month" }).kind === "value"
  return parseDateParts(isMonth ? month : typed, bounds)
}

/** `March 1962`, `marzo de 1962`, `3/1962`, `1962-03`: enough for some questions; others ask for the day. */
function monthAndYear(text: string): TypedDate | undefined {
  const [first = "", second = "", ...rest] = text
    .split(/[\s,./-]+/)
    .filter((word) => !/^(?:de|del|of)$/i.test(word))
  if (rest.length > 0 || second === "") return undefined
  return /^\p{Nd}{4}$/u.test(first) ? { year: first, month: second } : { month: first, year: second }
}
