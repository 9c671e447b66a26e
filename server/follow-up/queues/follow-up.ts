// Resolves the follow-up filters of a matter list, which depend on corrections and submissions, to matter ids.
import { listMattersWithCorrections } from "../../intake/corrections/corrections.ts"
import type { FollowUp, MatterFilters } from "../../intake/matters/list/filters.ts"
import { listUnseenMatters } from "../../intake/submissions/review/seen-changes.ts"
import type { Tx } from "../../platform/db/database.ts"

/** The filters with `follow_up` replaced by the ids of the matters it matches now. */
export async function filtersWith(
  tx: Tx,
  { filters, follow_up }: { filters: MatterFilters; follow_up: FollowUp | undefined },
): Promise<MatterFilters> {
  if (follow_up === undefined) return filters
  const ids = await listFollowUp(tx, follow_up)
  const { ids: wanted } = filters
  return { ...filters, ids: wanted ? ids.filter((id) => wanted.includes(id)) : ids }
}

function listFollowUp(tx: Tx, follow_up: FollowUp): Promise<string[]> {
  switch (follow_up) {
    case "corrections_open":
      return listMattersWithCorrections(tx, "open")
    case "corrections_answered":
      return listMattersWithCorrections(tx, "answered")
    default:
      return listUnseenMatters(tx)
  }
}
