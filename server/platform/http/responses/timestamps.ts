/** The API's timestamp format: YYYY-MM-DDTHH:MM:SSZ. In SQL, it is `timestamp_text`. */
export function timestampText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** The same, or null for none. */
export function timestampOrNull(moment: Date | null): string | null {
  return moment && timestampText(moment)
}
