/** The date somewhere at a moment, YYYY-MM-DD. */
export function dateIn(time_zone: string, moment: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: time_zone, dateStyle: "short" }).format(moment)
}
