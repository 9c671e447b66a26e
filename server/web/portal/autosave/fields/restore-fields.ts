import type { Entries } from "../pending-changes.ts"
import { markFault } from "./field-marks.ts"
import { updateFollowUps } from "./follow-ups.ts"
import type { PageFields } from "./page-fields.ts"

/** Writes pending changes and their faults back into the page; returns whether there were any. */
export function restoreFields(fields: PageFields, entries: Entries): boolean {
  // Two passes: the first may reveal a question that the second fills in.
  for (const _ of [1, 2]) {
    for (const [field, { controls, seen, why }] of Object.entries(entries)) {
      fields.write(field, controls)
      fields.markSeen(field, seen)
      if (why) markFault(fields, field, why)
    }
    updateFollowUps(fields)
  }
  return Object.keys(entries).length > 0
}
