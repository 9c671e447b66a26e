/** A time with its zone, as every page and script of the portal shows it. Non-breaking: "PM" never starts a line. */
export function namedTime(moment: Date, timeZone: string | undefined, locale: string): string {
  const options = { timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const
  return moment.toLocaleTimeString(locale, options).replace(/\s/g, "\u00A0")
}
