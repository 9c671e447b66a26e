import type { MatterRow } from "../matters/matter-row.ts"
import type { Visibility } from "../matters/progress/visibility.ts"

/** The two matters of a copy, and the contact ids in the new matter by those in the earlier one. */
export interface CopyContext {
  from: MatterRow
  to: MatterRow
  source: Visibility
  target: Visibility
  people: ReadonlyMap<string, string>
}
