import { markFault } from "./field-marks.ts"
import type { PageFields } from "./page-fields.ts"
import type { Entries } from "./pending-changes.ts"

/** Puts what was typed before back into the page, with what was wrong with it; whether there was anything. */
export function putBack(fields: PageFields, entries: Entries, follow: () => void): boolean {
  // Twice: what was typed first may bring up the question of what was typed next.
  for (const _ of [1, 2]) {
    for (const [field, { controls, seen, why }] of Object.entries(entries)) {
      fields.write(field, controls)
      fields.markSeen(field, seen)
      if (why) markFault(fields, field, why)
    }
    follow()
  }
  return Object.keys(entries).length > 0
}
