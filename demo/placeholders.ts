/**
 * Returns the data with dates relative to `today` (UTC), so that ages and deadlines stay plausible whenever the demo
 * is loaded: `{today-8}` becomes the date eight days ago, `{year-41}-12-12` a birthday 41 years ago, and `{year}`
 * alone the year as a number.
 */
export function withDates(data: unknown, today: Date): unknown {
  if (typeof data === "string") return withDatesIn(data, today)
  if (Array.isArray(data)) return data.map((item) => withDates(item, today))
  if (typeof data !== "object" || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withDates(value, today)]))
}

function withDatesIn(text: string, today: Date): string | number {
  const year = today.getUTCFullYear()
  if (text === "{year}") return year
  return text.replace(/\{(today|year)([-+]\d+)?\}/g, (_, unit: string, distance = "0") => {
    if (unit === "year") return String(year + Number(distance))
    const day = Date.UTC(year, today.getUTCMonth(), today.getUTCDate() + Number(distance))
    return new Date(day).toISOString().slice(0, 10)
  })
}
