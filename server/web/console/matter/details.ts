import type { MatterFlags } from "../../../intake/matters/console/list/facts.ts"
import type { Neighbors } from "../../../intake/matters/list/order.ts"
import type { MatterRow } from "../../../intake/matters/matter-row.ts"
import type { MatterSummary } from "../../../intake/matters/progress/contents.ts"

/** A matter with everything that the heading and tabs of its pages show. */
export interface MatterDetails extends MatterRow, MatterFlags, MatterSummary {
  /** A client changed something after submitting, and no member of staff has acknowledged it. */
  is_unseen: boolean
  assignee_name: string | null
  tags: string[]
  /** The page on which the matter is shown. */
  url: string
  /** The previous and next matter in the list that was opened last. */
  neighbors: Neighbors | undefined
}
