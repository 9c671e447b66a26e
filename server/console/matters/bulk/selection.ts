// The matters whose boxes were ticked in the list, as far as whoever ticked them may reach them.
import { listMatterOverviewsAfter, type MatterOverview } from "../../../matters/list.ts"
import { isId } from "../../../platform/ids.ts"
import type { PageRequest } from "../../page-request.ts"
import { listBack } from "../list/filters.ts"
import { ownMatters } from "../require-matter.ts"

export interface Selection {
  /** In the order of their ids, so that two people who act on the same matters wait for each other in one order. */
  matters: MatterOverview[]
  /** Ticked, but not or no longer there for this person. */
  lost: number
  /** The list as it was, to go back to. */
  back: string
}

/** As many as a page of the list can show. */
const max_selected = 200

export async function readSelection({ tx, staff, form }: PageRequest): Promise<Selection> {
  const ids = [...new Set(form.matter)].slice(0, max_selected)
  const known = ids.filter((id) => isId("matter", id))
  const matters = await listMatterOverviewsAfter(
    tx,
    { ids: known, ...ownMatters(staff) },
    undefined,
    max_selected,
  )
  return {
    matters: matters.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lost: ids.length - matters.length,
    back: listBack(form.back?.at(-1)),
  }
}
