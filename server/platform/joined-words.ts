const formats = new Map<string, Intl.ListFormat>()

/** Several words or names as one reads them: `Ada, Ben, and Cleo`. Making a format costs more than using it. */
export function joinWords(words: readonly string[], locale: string): string {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.ListFormat(locale, { type: "conjunction" })
    formats.set(locale, format)
  }
  return format.format(words)
}
