/** Deeper than anything a person wrote; far below what exhausts the stack of whoever walks it. */
export const max_nesting = 100

/** Whether parsed JSON holds lists and objects in each other beyond `max_nesting`. Walks level by level: it has no stack to exhaust. */
export function isNestedTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= max_nesting; depth++) {
    level = level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}
