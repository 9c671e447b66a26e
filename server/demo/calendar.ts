/** Days before the demo is loaded, and a time of that day (UTC). */
export type Moment = readonly [days_ago: number, time: string]

/** Dates as seen from the day the demo is loaded, so that ages and deadlines stay plausible whenever that is. */
export interface Calendar {
  /** The year of that day. */
  year: number
  at(moment: Moment): Date
  /** `YYYY-MM-DD`. */
  daysAgo(days: number): string
  /** `YYYY-MM-DD`, in the year so many years back; `day` is `MM-DD`. */
  yearsAgo(years: number, day: string): string
}

export function openCalendar(today: Date): Calendar {
  const year = today.getUTCFullYear()
  const daysAgo = (days: number) =>
    new Date(Date.UTC(year, today.getUTCMonth(), today.getUTCDate() - days)).toISOString().slice(0, 10)
  return {
    year,
    at: ([days, time]) => new Date(`${daysAgo(days)}T${time}:00Z`),
    daysAgo,
    yearsAgo: (years, day) => `${year - years}-${day}`,
  }
}
