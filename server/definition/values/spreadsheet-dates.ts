// This file is long, because what one spelling may mean depends on all the others.
/**
 * Dates as spreadsheets, databases and other programs write them into a table's cells. A date is certain, or both
 * possible ones are returned: a date such as 05/03/1962 has two until the file's other dates show its order.
 */
import { ownValue } from "../own-value.ts"
import { dateIn, daysIn, iso } from "./dates.ts"
import { withAsciiDigits } from "./digits.ts"
import { normalized } from "./typed-text.ts"

export type SpreadsheetDate =
  | { kind: "empty" }
  /** `YYYY-MM-DD`. */
  | { kind: "value"; value: string }
  /** The possible dates; of a date in digits, month first, then day first. */
  | {
      kind: "ambiguous"
      candidates: readonly [string, string]
      /** It is a time, midnight somewhere else: the first is the day as written, the second the one that begins then. */
      moment?: Date | undefined
    }
  | { kind: "unreadable" }

export type DateOrder = "month_first" | "day_first"

interface SpreadsheetDateOptions {
  today: string
  /** Of dates in digits; see `findDateOrder`. */
  order?: DateOrder | undefined
  /** Two-digit years: `past` (birth dates) reads the latest date that is not after today, `nearest` the nearest one. */
  two_digit_years?: "past" | "nearest"
  /** Where a time may be midnight; times that are midnight somewhere on the hour are found without it. */
  time_zone?: string | undefined
}

/** Reads `3/5/62`, `05-Mar-1962`, `1962-03-05T00:00:00Z`, `22710` (Excel's serial number), `lunes, 5 de marzo de 1962`. */
export function parseSpreadsheetDate(cell: string, options: SpreadsheetDateOptions): SpreadsheetDate {
  const text = plain(cell)
  if (text === "") return { kind: "empty" }
  const found = writtenDate(text)
  if (!found) return { kind: "unreadable" }
  if (!("first" in found)) return certain(found, options)
  const { first, second, year, time } = found
  const month_first = certain({ year, month: first, day: second, time }, options)
  const day_first = certain({ year, month: second, day: first, time }, options)
  const order = options.order ?? (found.is_dotted ? "day_first" : undefined)
  const [wanted, other] = order === "day_first" ? [day_first, month_first] : [month_first, day_first]
  if (wanted.kind === "unreadable") return other
  if (order || other.kind === "unreadable" || dayOf(other) === dayOf(wanted)) return wanted
  return { kind: "ambiguous", candidates: [dayOf(wanted), dayOf(other)] }
}

/** As written. */
function dayOf(date: CertainDay | MomentDay): string {
  return date.kind === "value" ? date.value : date.candidates[0]
}

/** The first cells, by index, that can be read in one order only: 25/12/1962 proves that days come first. */
export type DateOrderProof = { readonly [order in DateOrder]?: number }

/** What a column's own dates prove about their order. Proof of both orders is proof of neither. */
export function findDateOrderProof(cells: readonly string[]): DateOrderProof {
  const proof: { -readonly [order in DateOrder]?: number } = {}
  cells.forEach((cell, index) => {
    const found = writtenDate(plain(cell))
    if (!found || !("first" in found)) return
    if (found.first > 12 && found.second <= 12) proof.day_first ??= index
    if (found.second > 12 && found.first <= 12) proof.month_first ??= index
  })
  return proof
}

/** The order that the proof establishes; undefined if it establishes none, or both. */
export function provenOrder({ month_first, day_first }: DateOrderProof): DateOrder | undefined {
  if (month_first === undefined) return day_first === undefined ? undefined : "day_first"
  return day_first === undefined ? "month_first" : undefined
}

interface CalendarDate {
  /** As written, with two or four digits. */
  year: string
  month: number
  day: number
  time?: Time | undefined
}

/** A time of day in a stated zone, in seconds since midnight and east of UTC. */
interface Time {
  seconds: number
  offset: number
}

interface UnorderedDate {
  year: string
  first: number
  second: number
  /** Where people write dots, they write the day first. */
  is_dotted?: boolean
  time?: Time | undefined
}

const max_length = 100

function plain(cell: string): string {
  if (cell.length > max_length) return cell.trim() === "" ? "" : "?"
  const visible = withAsciiDigits(cell).replace(/\p{Cf}|^'/gu, "")
  return normalized(normalized(visible, "NFD").replace(/\p{Mn}/gu, ""), "NFC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
}

const timeOfDay =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?([ap]\.? ?m\.?|uhr|h)? ?(z|utc|gmt)? ?([-+]\d\d(?::?\d\d){0,2})?(?: ?\([a-z /]*\))?$/

function writtenDate(text: string): CalendarDate | UnorderedDate | undefined {
  const at = text.search(/\d{1,2}:\d\d/)
  if (at < 0) return dateOf(text)
  const time = timeOfDay.exec(text.slice(at))
  const date = time && dateOf(text.slice(0, at).replace(/(?:(?<=\d)t|,| a las?| um| at)? ?$/, ""))
  if (!time || !date) return undefined
  const [, hours = "", minutes, seconds = 0, half, utc, offset] = time
  if (!utc && !offset) return date
  const hour = /^[ap]/.test(half ?? "")
    ? (Number(hours) % 12) + (half?.startsWith("p") ? 12 : 0)
    : Number(hours)
  return {
    ...date,
    time: { seconds: hour * 3_600 + Number(minutes) * 60 + Number(seconds), offset: offsetOf(offset) },
  }
}

/** Of `+01:00`, `-0530` or `+00:19:32`, in seconds. */
function offsetOf(text = ""): number {
  const [hours = 0, minutes = 0, seconds = 0] = (text.match(/\d\d/g) ?? []).map(Number)
  return (text.startsWith("-") ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds)
}

function dateOf(text: string): CalendarDate | UnorderedDate | undefined {
  const weekday = /^([a-z]{2,})[.,]{0,2} /.exec(text)
  const rest = weekday && isWeekday(weekday[1] ?? "") ? dateOf(text.slice(weekday[0].length)) : undefined
  if (rest) return rest
  const numbers = text.replace(/[年년月월] ?/g, "-").replace(/[日일]$/, "")
  if (/^\d+([.,]\d+)?$/.test(numbers)) return undivided(numbers)
  const parts = /^(\d{1,4}) ?([-/. ]) ?(\d{1,2}) ?\2 ?'?(\d{1,4})\.?$/.exec(numbers)
  if (!parts) return withMonthName(text)
  const [, first = "", mark, second = "", third = ""] = parts
  if (isYear(first, third)) return { year: first, month: Number(second), day: Number(third) }
  if (first.length > 2 || !(third.length === 4 || third.length === 2)) return undefined
  return { first: Number(first), second: Number(second), year: third, is_dotted: mark === "." }
}

/** Whether the first of two numbers is the year: it has four digits, or is too large for a day. */
function isYear(first: string, other: string): boolean {
  if (other.length > 2) return false
  return first.length === 4 || (first.length === 2 && Number(first) > 31)
}

/** `19620305`, `03051962`, or a serial number. */
function undivided(digits: string): CalendarDate | UnorderedDate | undefined {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(digits)
  if (compact && isLikelyYear(Number(compact[1])))
    return { year: compact[1] ?? "", month: Number(compact[2]), day: Number(compact[3]) }
  const closing = /^(\d\d)(\d\d)(\d{4})$/.exec(digits)
  if (closing && isLikelyYear(Number(closing[3])))
    return { first: Number(closing[1]), second: Number(closing[2]), year: closing[3] ?? "" }
  return digits.startsWith("0") ? undefined : serialDate(Math.floor(Number(digits.replace(",", "."))))
}

/** Excel counts days from 1900. A number that may be a year, or that is too small for anyone alive, is none. */
function serialDate(serial: number): CalendarDate | undefined {
  if (serial < 1000 || serial > 99_999 || isLikelyYear(serial)) return undefined
  const [year = "", month, day] = new Date(Date.UTC(1899, 11, 30 + serial))
    .toISOString()
    .slice(0, 10)
    .split("-")
  return { year, month: Number(month), day: Number(day) }
}

function isLikelyYear(year: number): boolean {
  return year >= 1800 && year <= 2199
}

const languages = ["en", "es", "de", "fr", "pt", "it", "nl"]
const months = namesOf(
  "month",
  Array.from({ length: 12 }, (_, month) => Date.UTC(2000, month)),
)
const weekdays = namesOf(
  "weekday",
  Array.from({ length: 7 }, (_, day) => Date.UTC(2000, 0, 3 + day)),
)
const otherMonthNames: Readonly<Record<string, number>> = { mrz: 3, janner: 1, feber: 2, setiembre: 9 }
const ordinal = /^(\d{1,2})(?:st|nd|rd|th|er|ro|o|a)?$/
const fillers = new Set(["", "de", "del", "of", "the", "den", "le", "el"])

/** `5 March 1962`, `Mar 5, 1962`, `5-Mar-62`: the month is named in full, or by its first three or more letters. */
function withMonthName(text: string): CalendarDate | undefined {
  const words = text.split(/[\s,./\-_'’°]+/).filter((word) => !fillers.has(word))
  const named = words.findIndex((word) => monthOf(word) !== undefined)
  const month = monthOf(words[named] ?? "")
  const [first = "", second = ""] = words.filter((_, index) => index !== named)
  if (month === undefined || words.length !== 3 || named > 1) return undefined
  const [day, year] = isYear(first, second) ? [second, first] : [first, second]
  const days = ordinal.exec(day)
  return days && /^(\d{4}|\d\d)$/.test(year) ? { year, month, day: Number(days[1]) } : undefined
}

function monthOf(word: string): number | undefined {
  if (word.length < 3) return undefined
  const found = months.flatMap((names, index) =>
    names.some((name) => name.startsWith(word)) ? [index + 1] : [],
  )
  return found.length === 1 ? found[0] : ownValue(otherMonthNames, word)
}

function isWeekday(word: string): boolean {
  return weekdays.flat().some((name) => name.startsWith(word))
}

function namesOf(part: "month" | "weekday", days: readonly number[]): string[][] {
  const formats = languages.map((each) => new Intl.DateTimeFormat(each, { [part]: "long", timeZone: "UTC" }))
  return days.map((day) => formats.map((format) => plain(format.format(day))))
}

type CertainDay = SpreadsheetDate & { kind: "value" }
type MomentDay = SpreadsheetDate & { kind: "ambiguous" }

function certain(
  date: CalendarDate,
  options: SpreadsheetDateOptions,
): CertainDay | MomentDay | { kind: "unreadable" } {
  const { month, day, time } = date
  const year = date.year.length === 4 ? Number(date.year) : fullYear(date, options)
  if (year === undefined || year < 1000 || !isCalendarDay(year, month, day)) return { kind: "unreadable" }
  const value = iso(year, month, day)
  if (!time || time.seconds % day_s === 0) return { kind: "value", value }
  const moment = new Date(Date.parse(value) + (time.seconds - time.offset) * 1_000)
  const begun = dayBegunAt(moment, time, options.time_zone)
  if (begun === undefined || begun === value) return { kind: "value", value }
  return { kind: "ambiguous", candidates: [value, begun], moment }
}

const day_s = 24 * 60 * 60

/** The day that begins at a moment, in the zone given, in UTC, or somewhere in the world; undefined if none does. */
function dayBegunAt(
  moment: Date,
  { seconds, offset }: Time,
  time_zone: string | undefined,
): string | undefined {
  if (time_zone && isMidnight(moment, time_zone)) return dateIn(time_zone, moment)
  if (offset !== 0) return Number(moment) % (day_s * 1_000) === 0 ? dateIn("UTC", moment) : undefined
  // Programs in Europe or Asia write the midnight of March 5 as 23:00 or 15:00 UTC on March 4.
  const isElsewhere = seconds > day_s / 2 && seconds % (15 * 60) === 0
  return isElsewhere ? dateIn("UTC", new Date(Number(moment) + (day_s - seconds) * 1_000)) : undefined
}

function isMidnight(moment: Date, timeZone: string): boolean {
  const time = moment.toLocaleTimeString("en-GB", { timeZone, hourCycle: "h23" })
  return time === "00:00:00"
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function fullYear(
  { year, month, day }: CalendarDate,
  { today, two_digit_years = "past" }: SpreadsheetDateOptions,
) {
  const this_year = Number(today.slice(0, 4))
  const latest = Math.floor(this_year / 100) * 100 + 100 + Number(year)
  const years = [latest, latest - 100, latest - 200].filter((each) => isCalendarDay(each, month, day))
  if (two_digit_years === "past") return years.find((each) => iso(each, month, day) <= today)
  const distance = (each: number) => Math.abs(each - this_year)
  return years.toSorted((a, b) => distance(a) - distance(b))[0]
}
