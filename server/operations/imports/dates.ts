// The dates of a file. Of 5/3/1962, only the other dates of the file, or staff, can say whether it is in March or May.
import { dateIn, displayDate } from "../../definition/values/dates.ts"
import {
  type DateOrder,
  findDateOrderProof,
  parseSpreadsheetDate,
  provenOrder,
  type SpreadsheetDate,
} from "../../definition/values/spreadsheet-dates.ts"
import type { ImportField, Mapping } from "./fields.ts"
import type { Line } from "./table/cells.ts"
import type { ImportTable } from "./table/table.ts"

export interface DateContext {
  today: string
  date_order: DateOrder | undefined
  /** Nothing but the firm's place says so. Where people write dots, they write the day first. */
  is_order_assumed?: boolean
  days_of_times?: DaysOfTimes | undefined
  time_zone?: string
}

/** How times are read that are midnight somewhere else: as the day that begins then, the day in UTC, or in the firm's zone. */
export const daysOfTimes = ["midnight", "utc", "firm"] as const
export type DaysOfTimes = (typeof daysOfTimes)[number]

/** Reads a date, reporting one that cannot be read, has two candidates, or has yet to come where only the past fits. */
export function readDate(
  line: Line,
  field: ImportField,
  { today, date_order, is_order_assumed, days_of_times, time_zone = "UTC" }: DateContext,
  { isPast }: { isPast: boolean },
): string {
  const typed = line.text(field)
  if (isNoDate(typed)) return ""
  const two_digit_years = isBirthOrDeath(field) ? "past" : "nearest"
  const readIn = (order: DateOrder | undefined): SpreadsheetDate => {
    const read = parseSpreadsheetDate(typed, { today, order, two_digit_years, time_zone })
    if (read.kind !== "ambiguous" || !read.moment || !days_of_times) return read
    const [, begun] = read.candidates
    const zone = days_of_times === "utc" ? "UTC" : time_zone
    return { kind: "value", value: days_of_times === "midnight" ? begun : dateIn(zone, read.moment) }
  }
  const assumed = readIn(date_order)
  const dotted = is_order_assumed ? readIn(undefined) : assumed
  const isDoubtful = assumed.kind === "value" && dotted.kind === "value" && assumed.value !== dotted.value
  const read: SpreadsheetDate = isDoubtful
    ? { kind: "ambiguous", candidates: [assumed.value, dotted.value] }
    : assumed
  switch (read.kind) {
    case "empty":
      return ""
    case "unreadable":
      return line.fault(
        field,
        `“${typed.slice(0, 40)}” is not a date. Write it like March 5, 1962 or 1962-03-05.`,
      )
    case "ambiguous": {
      const [one, other] = read.candidates.map((value) => displayDate(value, "en"))
      return line.fault(
        field,
        read.moment
          ? `“${typed.slice(0, 40)}” is ${one} as written, and ${other} where it was midnight. Choose below which day such times mean.`
          : `“${typed.slice(0, 40)}” is ${one} or ${other}. Choose how the file writes dates.`,
      )
    }
    case "value":
      if (isPast && read.value > today)
        return line.fault(field, `The day must be in the past, not ${displayDate(read.value, "en")}.`)
      // Few clients are children; of 3/15/26, the century is a guess.
      if (
        birthOfClient.has(field) &&
        !/\d{4}/.test(typed) &&
        Number(today.slice(0, 4)) - Number(read.value.slice(0, 4)) < 18
      )
        line.question(field, `“${typed.slice(0, 40)}” was read as ${displayDate(read.value, "en")}.`)
      return read.value
    default:
      return read satisfies never
  }
}

/** Whether a cell is a time that is another day where it was midnight. */
export function hasMoments(
  { rows }: ImportTable,
  mapping: Mapping,
  { time_zone, date_order: order = "month_first" }: Partial<Pick<DateContext, "time_zone" | "date_order">>,
): boolean {
  const columns = mapping.flatMap((field, at) => (dateFields.includes(field) ? [at] : []))
  const isMoment = (text: string) => {
    const read = parseSpreadsheetDate(text, { today: "9999-12-31", order, time_zone })
    return read.kind === "ambiguous" && read.moment !== undefined
  }
  return rows.some(({ cells }) => columns.some((at) => cells[at]?.includes(":") && isMoment(cells[at])))
}

const birthOfClient: ReadonlySet<ImportField> = new Set(["date_of_birth", "spouse_date_of_birth"])

/** A two-digit year of someone's life is long past more often than the year a matter was opened. */
function isBirthOrDeath(field: ImportField): boolean {
  return field !== "opened_on" && field !== "closed_on" && field !== "due_on"
}

/** Outlook and databases write 0/0/00 and 0000-00-00 where they know no date. */
function isNoDate(text: string): boolean {
  return text.length <= 30 && /^[0/.\-: ]+$/.test(text)
}

export interface FileOrder {
  order: DateOrder
  /** The line that proves it; undefined if none does. */
  proof: { line: number; text: string } | undefined
}

const dateFields: readonly (ImportField | null)[] = [
  "opened_on",
  "closed_on",
  "due_on",
  "date_of_birth",
  "date_of_death",
  "spouse_date_of_birth",
  "spouse_date_of_death",
]

/** The order that the file's own dates prove, over all columns of dates. */
export function findFileOrder({ rows }: ImportTable, mapping: Mapping): FileOrder | undefined {
  const cells = rows.flatMap(({ line, cells }) =>
    mapping.flatMap((field, at) => (dateFields.includes(field) ? [{ line, text: cells[at] ?? "" }] : [])),
  )
  const proof = findDateOrderProof(cells.map(({ text }) => text))
  const order = provenOrder(proof)
  return order && { order, proof: cells[proof[order] ?? 0] }
}
