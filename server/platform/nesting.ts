/** More than any real input has: checking a value costs about as much as a row of a table. */
export const max_values = 10_000

/** Whether parsed JSON holds more than `max_values` values, at all levels together. */
export function hasTooManyValues(value: unknown): boolean {
  let count = 0
  for (let level: unknown[] = [value]; level.length > 0; ) {
    count += level.length
    if (count > max_values) return true
    level = valuesIn(level)
  }
  return false
}

/** Deeper than any real input, and far below what would overflow the stack of a recursive walk. */
export const max_nesting = 100

/** Whether parsed JSON nests deeper than `max_nesting`. Walks level by level, so it cannot overflow the stack itself. */
export function isNestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= max_nesting; depth++) {
    level = valuesIn(level)
    if (level.length === 0) return false
  }
  return true
}

/** The values one level further down. */
function valuesIn(level: readonly unknown[]): unknown[] {
  return level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []))
}
