import { dayText } from "../../../../web/console/times.tsx"

export interface DueDay {
  /** `YYYY-MM-DD`. */
  day: string
  /** `Today`, `Friday`, `In two weeks`. */
  text: string
  /** `Friday, Oct 2, 2026`. */
  full: string
}

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" })

/** The days that matters are usually due: each working day until this day next week, in two weeks and in four. */
export function dueDays(today: string): DueDay[] {
  const start = Date.parse(`${today}T12:00:00Z`)
  return [0, 1, 2, 3, 4, 5, 6, 7, 14, 28].flatMap((days) => {
    const date = new Date(start + days * 24 * 3_600_000)
    const day = date.toISOString().slice(0, 10)
    const isWeekend = [0, 6].includes(date.getUTCDay())
    const name = weekday.format(date)
    const full = `${name}, ${dayText(day)}`
    return isWeekend && days > 1 && days < 8 ? [] : [{ day, text: words[days] ?? name, full }]
  })
}

const words: Record<number, string> = { 0: "Today", 1: "Tomorrow", 14: "In two weeks", 28: "In four weeks" }
