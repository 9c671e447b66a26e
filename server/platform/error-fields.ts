// Reduces an error to what is safe to log. Libraries attach personal data to their errors (a row, email addresses, the
// text they could not parse), and messages of the database and of parsers quote it; both are removed.

/** Properties that hold only names, never data. */
const logged = ["code", "constraint", "table", "routine", "syscall"] as const

interface ErrorFields {
  type: string
  message: string
  stack: string
  cause?: unknown
}

/** Returns an error's type, stack and message without quoted values, and the same for its causes. */
export function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields: ErrorFields & Record<string, unknown> = {
    type: error.constructor.name,
    message: plainMessage(error),
    stack: framesOf(error),
  }
  for (const name of logged) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === "string") fields[name] = value
  }
  if (error.cause !== undefined && depth < deepest_cause) fields.cause = errorFields(error.cause, depth + 1)
  return fields
}

const deepest_cause = 5

/** Returns an error's message without quoted values and email addresses. */
export function plainMessage(error: Error): string {
  const words = quotesValues(error) ? error.message.replace(/(["“'`]).*/su, "…") : error.message
  return words.replace(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, "…@…")
}

/** PostgreSQL's class 22 (data exceptions) and syntax errors of parsers quote the input. */
function quotesValues(error: Error): boolean {
  const { code } = error as { code?: unknown }
  return error instanceof SyntaxError || /^22...$/.test(String(code))
}

/** Returns the stack without its first lines, which repeat the message. */
function framesOf({ stack = "" }: Error): string {
  const frames = /^ {4}at /m.exec(stack)
  return frames ? stack.slice(frames.index) : ""
}
