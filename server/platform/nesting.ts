/** Deeper than any real input, and far below what would overflow the stack of a recursive walk. */
export const max_nesting = 100

/** Whether parsed JSON nests deeper than `max_nesting`. Walks level by level, so it cannot overflow the stack itself. */
export function isNestedTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= max_nesting; depth++) {
    level = level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}
