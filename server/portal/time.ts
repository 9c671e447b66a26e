import type { PageRequest } from "./page-request.ts"

/** A moment as the firm's clock shows it: the time, and the day unless it is today. */
export function timeOf(moment: Date, { firm, lang, tx }: Pick<PageRequest, "firm" | "lang" | "tx">): string {
  const options = { timeZone: firm.time_zone }
  const locale = lang === "es" ? "es-US" : "en-US"
  const day = (date: Date) => date.toLocaleDateString(locale, { ...options, dateStyle: "long" })
  const time = moment.toLocaleTimeString(locale, { ...options, timeStyle: "short" })
  return day(moment) === day(tx.now) ? time : `${day(moment)}, ${time}`
}
