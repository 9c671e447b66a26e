/** The API's timestamp format: YYYY-MM-DDTHH:MM:SSZ. In SQL, it is `timestamp_text`. */
export function timestampText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}
