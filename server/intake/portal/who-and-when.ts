import { type Language, localeOf } from "../../definition/text.ts"
import { dateIn } from "../../definition/values/dates.ts"
import { namedTime } from "../../web/portal/named-time.ts"
import { wordsIn } from "../../web/portal/words/words.ts"
import type { Conflict } from "../matters/changes/changes.ts"
import type { PageRequest } from "./page-request.ts"

/** The name to show for the person who gave an answer. */
export function changerOf(
  { changed_by, is_by_staff }: Pick<Conflict, "changed_by" | "is_by_staff">,
  req: Pick<PageRequest, "firm" | "words" | "lang">,
): string {
  return is_by_staff ? nameOfStaff(changed_by, req) : changed_by || req.words.conflict.someone
}

/** A staff member's name with the firm's; the firm's alone if the name is blank. */
export function nameOfStaff(name: string, { firm, lang }: Pick<PageRequest, "firm" | "lang">): string {
  return name ? wordsIn(lang).impersonation.of_firm(name, firm.name) : firm.name
}

type FirmAndLanguage = Pick<PageRequest, "firm" | "lang">

/** A time in the firm's time zone, which it names, with the day unless it is today. */
export function timeOf(moment: Date, { firm, lang, tx }: FirmAndLanguage & Pick<PageRequest, "tx">): string {
  const isToday = dateIn(firm.time_zone, moment) === dateIn(firm.time_zone, tx.now)
  const time = clockTime(moment, { firm, lang })
  return isToday ? time : `${dayIn(moment, { firm, lang })}, ${time}`
}

/** A day in the firm's time zone, in words. */
export function dayIn(moment: Date, { firm, lang }: FirmAndLanguage): string {
  return moment.toLocaleDateString(localeOf(lang), { timeZone: firm.time_zone, dateStyle: "long" })
}

/** A day and time in the firm's time zone, which it names, for text that may be read on another day or elsewhere. */
export function dateTimeIn(moment: Date, { firm, lang }: FirmAndLanguage): string {
  return `${dayIn(moment, { firm, lang })}, ${clockTime(moment, { firm, lang })}`
}

function clockTime(moment: Date, { firm, lang }: FirmAndLanguage): string {
  return namedTime(moment, firm.time_zone, localeOf(lang))
}

/** A date (YYYY-MM-DD) as weekday, month and day. */
export function dayInWords(date: string, lang: Language): string {
  const options = { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" } as const
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(localeOf(lang), options)
}

/** A date (YYYY-MM-DD) as month and year. */
export function monthInWords(date: string, lang: Language): string {
  const options = { timeZone: "UTC", month: "long", year: "numeric" } as const
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(localeOf(lang), options)
}
