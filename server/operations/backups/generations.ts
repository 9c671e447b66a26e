const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
const weeks = 5
const week_ms = 7 * 24 * 60 * 60 * 1000

/**
 * Returns the folder of the backup taken at `now`, by its day in UTC: `monday` to `saturday`, and on Sundays
 * `sunday-1` to `sunday-5` in turn. A backup made every night is thereby there for a week, and Sunday's for five.
 */
export function generationAt(now: Date): string {
  const weekday = weekdays[now.getUTCDay()] ?? ""
  if (weekday !== "sunday") return weekday
  return `sunday-${(Math.floor(now.getTime() / week_ms) % weeks) + 1}`
}
