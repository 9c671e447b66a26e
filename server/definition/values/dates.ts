import { type DatePart, dateParts, type FaultCode, faulty, type Parsed } from "../faults/faults.ts"
import { type Language, languageCodes, localeOf } from "../text.ts"
import { withAsciiDigits } from "./digits.ts"
import { compact, normalized } from "./typed-text.ts"

/** Dates, typed in three fields. Stored as `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where that is enough. */

export type TypedDate = { readonly [part in DatePart]?: string | undefined }

/** `min` and `max` are dates or the word `today`; the caller supplies today's date. */
export interface DateBounds {
  min?: string
  max?: string
  today?: string
  /** How much of the date is enough; the day, by default. */
  precision?: DatePrecision
}

export const datePrecisions = ["day", "month", "year"] as const
export type DatePrecision = (typeof datePrecisions)[number]

const formatLongDate = formatterOf({ dateStyle: "long" })
const formatMonthAndYear = formatterOf({ month: "long", year: "numeric" })
const formatMonth = formatterOf({ month: "long" })
const monthWords = [
  ...languageCodes.flatMap((language) =>
    Array.from({ length: 12 }, (_, index) => {
      const name = formatMonth(language, Date.UTC(2000, index))
      return [name.toLowerCase(), index + 1] as const
    }),
  ),
  ["setiembre", 9] as const,
]

/** Caches one Intl.DateTimeFormat per locale, because creating one costs more than using it. */
function formatterOf(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (language: Language, date: Date | number) => {
    const locale = localeOf(language)
    const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
    formats.set(locale, format)
    return format.format(date)
  }
}

/** No person in a matter was born before this year. */
const earliest_year = 1850

/** Accepts months as numbers, names or abbreviations, in every portal language. Rejects dates that do not exist. */
export function parseDateParts(typed: TypedDate, bounds: DateBounds = {}): Parsed<string> {
  if (dateParts.every((part) => typed[part] === undefined)) return { kind: "absent" }
  const parts = { month: plain(typed.month), day: plain(typed.day), year: plain(typed.year) }
  if (dateParts.every((part) => parts[part] === "")) return { kind: "empty" }
  const missing = dateParts.filter(
    (part) => parts[part] === "" && isNeeded(part, parts.day, bounds.precision),
  )
  if (missing.length > 0)
    return faulty(`date_needs_${missing.join("_and_")}` as FaultCode, { parts: missing })

  const month = parts.month === "" ? 1 : monthOf(parts.month)
  if (month === undefined) return faulty("date_month_unknown", { parts: ["month"] })
  const day =
    parts.day === "" ? 1 : Number(/^(\d{1,2})(?:\.?(?:st|nd|rd|th|o|°|er|ero))?$/.exec(parts.day)?.[1])
  if (!(day >= 1 && day <= 31)) return faulty("date_day_unknown", { parts: ["day"] })
  if (/^\d{1,3}$/.test(parts.year)) return faulty("date_year_too_short", { parts: ["year"] })
  if (!/^[1-9]\d{3}$/.test(parts.year)) return faulty("date_year_unknown", { parts: ["year"] })
  const year = Number(parts.year)
  if (parts.day === "") return within(iso(year, month, 1).slice(0, parts.month === "" ? 4 : 7), bounds)
  if (day > daysIn(year, month))
    return faulty("date_does_not_exist", { parts: ["day"], limit: iso(year, month, 1) })
  return within(iso(year, month, day), bounds)
}

/** Whether a date is incomplete without the part: its precision asks for it, or it is the month of a day. */
function isNeeded(part: DatePart, day: string, precision: DatePrecision = "day"): boolean {
  if (part === "month") return precision !== "year" || day !== ""
  return part === "year" || precision === "day"
}

/** Like `parseDateParts`, for the stored format. */
export function parseIsoDate(text: string, bounds: DateBounds = {}): Parsed<string> {
  if (text.trim() === "") return { kind: "empty" }
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text.trim()) ?? []
  if (year === undefined || (day === undefined && (bounds.precision ?? "day") === "day"))
    return faulty("date_unreadable")
  return parseDateParts({ year, month, day }, bounds)
}

/** More characters than any part of a date has. */
const max_part_length = 40

function plain(text: string | undefined): string {
  return withAsciiDigits(compact(text ?? "", max_part_length))
    .trim()
    .replace(/[.,]$/, "")
    .toLowerCase()
}

function monthOf(text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) >= 1 && Number(text) <= 12 ? Number(text) : undefined
  const word = normalized(text, "NFD").replace(/[\u0300-\u036f.]/g, "")
  if (word.length < 3) return undefined
  return monthWords.find(([name]) => name.startsWith(word))?.[1]
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** `YYYY-MM-DD` of numbers. */
export function iso(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** The limits `today` leave a day each way, because the client's own day may be another than the firm's. */
function within(value: string, { min, max, today = "" }: DateBounds): Parsed<string> {
  const earliest = min === "today" ? dayFrom(today, -1) : min
  const latest = max === "today" ? dayFrom(today, 1) : max
  // A year or month is in range if any of its days is.
  if (earliest && value < earliest.slice(0, value.length)) {
    return faulty(min === "today" ? "date_in_past" : "date_too_early", { limit: earliest, parts: ["year"] })
  }
  if (latest && value > latest.slice(0, value.length)) {
    return faulty(max === "today" ? "date_in_future" : "date_too_late", { limit: latest, parts: ["year"] })
  }
  return { kind: "value", value }
}

/** The day so many days later, or earlier: `2026-03-02`; empty if the date is none. */
export function dayFrom(date: string, days: number): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? "" : new Date(time + days * 86_400_000).toISOString().slice(0, 10)
}

/** `March 4, 1975` or `4 de marzo de 1975`, or the month and year or the year; returns anything but a date unchanged. */
export function displayDate(value: string, language: Language): string {
  if (/^\d{4}-\d\d$/.test(value)) return displayMonth(`${value}-01`, language)
  return isDate(value) ? formatLongDate(language, new Date(value)) : value
}

/** `March 1975` or `marzo de 1975`; returns anything but a date unchanged. */
export function displayMonth(value: string, language: Language): string {
  return isDate(value) ? formatMonthAndYear(language, new Date(value)) : value
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Whether a plausible past date is incomplete: only the day is blank, or the day and the month. */
export function isApproximateDate(typed: TypedDate, this_year: number): boolean {
  const [month, day, year] = [plain(typed.month), plain(typed.day), plain(typed.year)]
  const isYear = /^\d{4}$/.test(year) && Number(year) >= earliest_year && Number(year) <= this_year
  return day === "" && isYear && (month === "" || monthOf(month) !== undefined)
}

/** `1938`, `March 1938` or `marzo de 1938`. The caller has checked `isApproximateDate`. */
export function displayApproximateDate(typed: TypedDate, language: "en" | "es"): string {
  const [month, year] = [monthOf(plain(typed.month)), plain(typed.year)]
  return month === undefined ? year : displayMonth(iso(Number(year), month, 1), language)
}

/** The parts as typed, in form order, with a dash for a blank one: `3 / – / 1975`. */
export function displayTypedDate(typed: TypedDate): string {
  if (dateParts.every((part) => !typed[part]?.trim())) return ""
  return dateParts.map((part) => typed[part]?.trim() || "–").join(" / ")
}

/** Splits a stored date into the three fields of the form. */
export function typedDate(value: string): { month: string; day: string; year: string } {
  const [year = "", month = "", day = ""] = value.split("-")
  return { month: month.replace(/^0/, ""), day: day.replace(/^0/, ""), year }
}

/** The calendar date in `time_zone` at `moment`, as YYYY-MM-DD. */
export function dateIn(time_zone: string, moment: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: time_zone, dateStyle: "short" }).format(moment)
}
