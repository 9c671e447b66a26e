// Text that stands in one line of a list, a mail or a file (pure).

/** As a pattern of JSON Schema: no line breaks, no control characters. */
export const oneLinePattern = "^[^\\p{Cc}\\u2028\\u2029]*$"

/** The same, and at least one character that can be seen: not only spaces and characters without width. */
export const visibleLinePattern = `^(?=.*[^\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800])${oneLinePattern.slice(1)}`

/**
 * What was typed or pasted, in one line: each line break with the spaces around it becomes one space. What turns the
 * direction of all that follows is left out: a name must not rearrange the sentence it stands in.
 */
export function inOneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g, " ")
}

const oneLine = new RegExp(oneLinePattern, "u")
const visibleLine = new RegExp(visibleLinePattern, "u")

export function isOneLine(text: string): boolean {
  return oneLine.test(text)
}

/** Whether it is one line in which something can be seen, of at most so many characters. */
export function isVisibleLine(text: string, at_most = Number.POSITIVE_INFINITY): boolean {
  return visibleLine.test(text) && [...text].length <= at_most
}
