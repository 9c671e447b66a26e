// Text that must fit on one line of a list, an email or a file (pure).

/** JSON Schema pattern: no line breaks or control characters. */
export const oneLinePattern = "^[^\\p{Cc}\\u2028\\u2029]*$"

/** JSON Schema pattern: one line with at least one visible character, not only spaces and zero-width characters. */
export const visibleLinePattern = `^(?=.*[^\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800])${oneLinePattern.slice(1)}`

const oneLine = new RegExp(oneLinePattern, "u")
const visibleLine = new RegExp(visibleLinePattern, "u")

export function isOneLine(text: string): boolean {
  return oneLine.test(text)
}

/** Whether `text` is one line with visible characters, of at most `at_most` characters. */
export function isVisibleLine(text: string, at_most = Number.POSITIVE_INFINITY): boolean {
  return visibleLine.test(text) && [...text].length <= at_most
}
