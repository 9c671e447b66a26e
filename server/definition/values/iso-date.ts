import { parseSpreadsheetDate } from "./spreadsheet-dates.ts"

/** Reads a date that staff type, the month first where it is in digits; undefined if it is not a full date. */
export function isoDateOf(typed: string): string | undefined {
  if (/^\p{Nd}*$/u.test(typed.trim())) return undefined
  const parsed = parseSpreadsheetDate(typed, { today: "", order: "month_first" })
  return parsed.kind === "value" ? parsed.value : undefined
}

/** Converts `2026-12-31` to the US format `12/31/2026`; returns anything else unchanged. */
export function typedIsoDate(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return year ? `${Number(month)}/${Number(day)}/${year}` : value
}
