import { parseDateParts, parseIsoDate } from "../../definition/dates.ts"

/** `12/31/2026` or `2026-12-31` as the latter; undefined for what is no date. */
export function isoDateOf(typed: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  const parsed = year ? parseDateParts({ month, day, year }) : parseIsoDate(typed)
  return parsed.kind === "value" ? parsed.value : undefined
}

/** The same date as it is typed in the United States; anything else as it is. */
export function typedIsoDate(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return year ? `${Number(month)}/${Number(day)}/${year}` : value
}
