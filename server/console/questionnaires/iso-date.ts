import { parseDateParts, parseIsoDate } from "../../definition/dates.ts"

/** Converts `12/31/2026` or `2026-12-31` to the latter; undefined if it is not a date. */
export function isoDateOf(typed: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  const parsed = year ? parseDateParts({ month, day, year }) : parseIsoDate(typed)
  return parsed.kind === "value" ? parsed.value : undefined
}

/** Converts `2026-12-31` to the US format `12/31/2026`; returns anything else unchanged. */
export function typedIsoDate(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return year ? `${Number(month)}/${Number(day)}/${year}` : value
}
