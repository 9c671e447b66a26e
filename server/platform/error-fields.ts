// What the log tells of an error. A library hangs on what it throws whatever it was about (a row, a mail's addresses,
// the text it could not read), and what a database or a parser says quotes it: of neither is anything told.

/** Names alone, which tell where to look. */
const told = ["code", "constraint", "table", "routine", "syscall"] as const

interface ErrorFields {
  type: string
  message: string
  stack: string
  cause?: unknown
}

/** An error for the log: its kind, its place, its words without what they quote; its cause likewise. */
export function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields: ErrorFields & Record<string, unknown> = {
    type: error.constructor.name,
    message: plainMessage(error),
    stack: framesOf(error),
  }
  for (const name of told) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === "string") fields[name] = value
  }
  if (error.cause !== undefined && depth < deepest_cause) fields.cause = errorFields(error.cause, depth + 1)
  return fields
}

const deepest_cause = 5

/** What an error says, without values that it quotes and without addresses of mail. */
export function plainMessage(error: Error): string {
  const words = quotesValues(error) ? error.message.replace(/(["“'`]).*/su, "…") : error.message
  return words.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, "…@…")
}

/** PostgreSQL's class 22 (what cannot be such a value), and text that is not JSON or no address. */
function quotesValues(error: Error): boolean {
  const { code } = error as { code?: unknown }
  return error instanceof SyntaxError || /^22...$/.test(String(code))
}

/** The stack without its first words, which are the message's. */
function framesOf({ stack = "" }: Error): string {
  const frames = /^ {4}at /m.exec(stack)
  return frames ? stack.slice(frames.index) : ""
}
