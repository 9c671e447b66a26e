import { type TypedDate, typedDate } from "./dates.ts"
import { dateParts } from "./faults.ts"
import { parseSpreadsheetDate } from "./spreadsheet-dates.ts"

/**
 * The parts of a date that was pasted whole into one of its boxes: `03/14/1962`, `March 14, 1962`, `1962-03-14`. Anything
 * else comes back as it was typed, also a date with two candidates or a year of two digits, which the client is asked about.
 */
export function withPastedDate(typed: TypedDate): TypedDate {
  const filled = dateParts.filter((part) => typed[part]?.trim())
  const text = filled.length === 1 ? (typed[filled[0] ?? "year"] ?? "").trim() : ""
  // Without four digits in a row there is no year; without anything else, there is nothing but a number.
  if (text.length < 8 || !/\p{Nd}{4}/u.test(text) || /^\p{Nd}+$/u.test(text)) return typed
  const parsed = parseSpreadsheetDate(text, { today: "" })
  return parsed.kind === "value" ? typedDate(parsed.value) : typed
}
