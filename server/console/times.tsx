import type { PageRequest } from "./page-request.ts"

/** Moments and days as the firm's clock and calendar show them. */

type Clock = Pick<PageRequest, "tx" | "staff">

const forms = {
  iso: ["en-CA", { year: "numeric", month: "2-digit", day: "2-digit" }],
  time: ["en-US", { timeStyle: "short" }],
  day: ["en-US", { dateStyle: "medium" }],
  month: ["en-US", { month: "short", year: "numeric" }],
  short_day: ["en-US", { month: "short", day: "numeric" }],
  exact: ["en-US", { dateStyle: "full", timeStyle: "long" }],
} as const satisfies Record<string, readonly [string, Intl.DateTimeFormatOptions]>

/** Making one takes a hundred times as long as using it, and a list says hundreds of moments. */
const created = new Map<string, Intl.DateTimeFormat>()

function format(moment: Date, form: keyof typeof forms, timeZone: string): string {
  const name = `${form} ${timeZone}`
  let formatter = created.get(name)
  if (!formatter) {
    const [locale, options] = forms[form]
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    created.set(name, formatter)
  }
  return formatter.format(moment)
}

/** `Today, 10:42 AM`, `Yesterday, 9:00 AM`, `Oct 2, 3:15 PM`, `Oct 2, 2025`. */
export function timeText(moment: Date, { tx, staff }: Clock): string {
  const timeZone = staff.firm.time_zone
  const day = (date: Date) => format(date, "iso", timeZone)
  const time = format(moment, "time", timeZone)
  const today = day(tx.now)
  const its = day(moment)
  if (its === today) return `Today, ${time}`
  if (its === day(new Date(tx.now.getTime() - 24 * 3_600_000))) return `Yesterday, ${time}`
  const isThisYear = its.slice(0, 4) === today.slice(0, 4)
  return isThisYear ? `${format(moment, "short_day", timeZone)}, ${time}` : format(moment, "day", timeZone)
}

/** The same in the page; the exact moment is one hover away. */
export function When(props: { at: Date | string | null | undefined; req: Clock; none?: string }) {
  if (!props.at) return props.none ?? null
  const moment = new Date(props.at)
  return (
    <time datetime={moment.toISOString()} title={format(moment, "exact", props.req.staff.firm.time_zone)}>
      {timeText(moment, props.req)}
    </time>
  )
}

/** Today where the firm is, `YYYY-MM-DD`. */
export function todayOf({ tx, staff }: Clock): string {
  return isoDayOf(tx.now, { staff })
}

/** The day of a moment where the firm is, `YYYY-MM-DD`. */
export function isoDayOf(moment: Date, { staff }: Pick<Clock, "staff">): string {
  return format(moment, "iso", staff.firm.time_zone)
}

/** A stored day, `YYYY-MM-DD`, as `Oct 2, 2026`. */
export function dayText(day: string): string {
  return format(new Date(`${day}T12:00:00Z`), "day", "UTC")
}

/** The same without the year while that is this one: for narrow columns. */
export function shortDayText(day: string, { tx, staff }: Clock): string {
  const today = format(tx.now, "iso", staff.firm.time_zone)
  if (day.slice(0, 4) !== today.slice(0, 4)) return dayText(day)
  return format(new Date(`${day}T12:00:00Z`), "short_day", "UTC")
}

/** A month, `YYYY-MM`, as `Oct 2026`. */
export function monthText(month: string): string {
  return format(new Date(`${month}-15T12:00:00Z`), "month", "UTC")
}

export function Day(props: { day: string | null; none?: string }) {
  return props.day ? <time datetime={props.day}>{dayText(props.day)}</time> : (props.none ?? null)
}
