import type { EmailWords } from "../client-emails.ts"

/** Which words changed, for the audit log: each text without what is the same at its ends. */
export function differenceOf(before: EmailWords, after: EmailWords): string {
  const changes = (["subject", "body"] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => changeOf(before[name], after[name]))
  return changes.join("; ") || "no change"
}

const max_shown = 100

function changeOf(before: string, after: string): string {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const part = (text: string) => `“${clipped(text.slice(start, text.length - end))}”`
  return `${part(before)} → ${part(after)}`
}

function clipped(text: string): string {
  const line = text.replaceAll("\n", " ").toWellFormed()
  return line.length > max_shown ? `${line.slice(0, max_shown - 1)}…` : line
}
