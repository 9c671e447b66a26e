import type { MatterRow } from "../matters/matter-row.ts"
import type { Visibility } from "../matters/visibility.ts"

/** One matter and the other, and who of the one is who in the other, by contact id. */
export interface Copying {
  from: MatterRow
  to: MatterRow
  source: Visibility
  target: Visibility
  people: ReadonlyMap<string, string>
}
