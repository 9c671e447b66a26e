import { parseIsoDate } from "../../definition/values/dates.ts"
import { later } from "../../platform/clock.ts"
import { upperFirst } from "../../platform/text/upper-first.ts"
import type { PageRequest } from "./page-request.ts"

// Times and days in the firm's time zone.

type Clock = Pick<PageRequest, "tx" | "staff">

const styles = {
  iso: ["en-CA", { year: "numeric", month: "2-digit", day: "2-digit" }],
  time: ["en-US", { timeStyle: "short" }],
  day: ["en-US", { dateStyle: "medium" }],
  month: ["en-US", { month: "short", year: "numeric" }],
  short_day: ["en-US", { month: "short", day: "numeric" }],
  exact: ["en-US", { dateStyle: "full", timeStyle: "long" }],
} as const satisfies Record<string, readonly [string, Intl.DateTimeFormatOptions]>

/** Creating a formatter costs a hundred times as much as using it, and a list shows hundreds of times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(date: Date, style: keyof typeof styles, timeZone: string): string {
  const name = `${style} ${timeZone}`
  let formatter = formatters.get(name)
  if (!formatter) {
    const [locale, options] = styles[style]
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formatters.set(name, formatter)
  }
  return formatter.format(date)
}

/** Inside a sentence: `today, 10:42 AM`, `yesterday, 9:00 AM`, `tomorrow, 8:00 AM`, `Oct 2, 3:15 PM`, `Oct 2, 2025`. */
export function timeText(date: Date, { tx, staff }: Clock): string {
  const timeZone = staff.firm.time_zone
  const dayOf = (each: Date) => format(each, "iso", timeZone)
  const time = format(date, "time", timeZone)
  const today = dayOf(tx.now)
  const day = dayOf(date)
  if (day === today) return `today, ${time}`
  const near = (hours: number) => dayOf(later(tx.now, { hours }))
  if (day === near(-24)) return `yesterday, ${time}`
  if (day === near(24)) return `tomorrow, ${time}`
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return isThisYear ? `${format(date, "short_day", timeZone)}, ${time}` : format(date, "day", timeZone)
}

interface WhenProps {
  at: Date | string | null | undefined
  req: Clock
  none?: string
  /** Words precede it. */
  in_text?: boolean
}

/** `timeText` as an element whose tooltip has the exact time, with a capital unless it is in a text. */
export function When(props: WhenProps) {
  if (!props.at) return props.none ?? null
  const date = new Date(props.at)
  const text = timeText(date, props.req)
  return (
    <time datetime={date.toISOString()} title={format(date, "exact", props.req.staff.firm.time_zone)}>
      {props.in_text ? text : upperFirst(text)}
    </time>
  )
}

/** A table's column of the times under `name`. */
export function timeColumn<Name extends string>(req: Clock, label: string, name: Name, none?: string) {
  const cell = (row: Readonly<Record<Name, Date | null>>) => <When at={row[name]} req={req} none={none} />
  return { label, cell }
}

/** Today in the firm's time zone, `YYYY-MM-DD`. */
export function todayOf({ tx, staff }: Clock): string {
  return isoDayOf(tx.now, { staff })
}

/** The day of a time in the firm's time zone, `YYYY-MM-DD`. */
export function isoDayOf(date: Date, { staff }: Pick<Clock, "staff">): string {
  return format(date, "iso", staff.firm.time_zone)
}

/** A stored day, `YYYY-MM-DD`, as `Oct 2, 2026`. */
export function dayText(day: string): string {
  return format(new Date(`${day}T12:00:00Z`), "day", "UTC")
}

/** `dayText` without the current year, for narrow columns. */
export function shortDayText(day: string, { tx, staff }: Clock): string {
  const today = format(tx.now, "iso", staff.firm.time_zone)
  if (day.slice(0, 4) !== today.slice(0, 4)) return dayText(day)
  return format(new Date(`${day}T12:00:00Z`), "short_day", "UTC")
}

export function monthText(month: string): string {
  return format(new Date(`${month}-15T12:00:00Z`), "month", "UTC")
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  return parseIsoDate(text).kind === "value"
}

export function Day(props: { day: string | null; none?: string }) {
  return props.day ? <time datetime={props.day}>{dayText(props.day)}</time> : (props.none ?? null)
}
