const formats = new Map<string, Intl.ListFormat>()

/** Joins words as a sentence lists them: `Ada, Ben, and Cleo`. Caches formats, which are expensive to create. */
export function joinWords(words: readonly string[], locale: string): string {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.ListFormat(locale, { type: "conjunction" })
    formats.set(locale, format)
  }
  return format.format(words)
}
