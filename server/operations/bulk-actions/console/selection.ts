// The matters that a member selected in the list and may access.

import { safeListUrl } from "../../../intake/matters/console/list/filters.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../../../intake/matters/list/list.ts"
import { isId } from "../../../platform/ids.ts"
import { assignmentFilter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"

export interface Selection {
  /** Ordered by id: two members who act on the same matters lock them in the same order and cannot deadlock. */
  matters: MatterOverview[]
  /** Number of selected matters that do not exist, or that this member may not see. */
  lost: number
  /** The URL of the list to return to. */
  back: string
}

/** The largest page of the list. */
const max_selected = 200

export async function readSelection({ tx, staff, form }: PageRequest): Promise<Selection> {
  const ids = [...new Set(form.matter)].slice(0, max_selected)
  const known = ids.filter((id) => isId("matter", id))
  const matters = await listMatterOverviewsAfter(
    tx,
    { ids: known, ...assignmentFilter(staff) },
    undefined,
    max_selected,
  )
  return {
    matters: matters.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lost: ids.length - matters.length,
    back: safeListUrl(form.back?.at(-1)),
  }
}
