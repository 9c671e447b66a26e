// Filters of the console's list that ask what the firm waits for or has to look at. They are answered first, as ids.
import { listMattersWithCorrections } from "../../../corrections/corrections.ts"
import type { MatterFilters } from "../../../matters/filters.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { listUnseenMatters } from "../../../submissions/seen-changes.ts"

export const followUps = ["corrections_open", "corrections_answered", "changes_not_seen"] as const
export type FollowUp = (typeof followUps)[number]

export const followUpWords: Record<FollowUp, string> = {
  corrections_open: "Corrections open",
  corrections_answered: "Corrections answered",
  changes_not_seen: "Unseen changes",
}

/** The filters with what is asked for, as the matters it finds now. */
export async function filtersWith(
  tx: Tx,
  { filters, follow_up }: { filters: MatterFilters; follow_up: FollowUp | undefined },
): Promise<MatterFilters> {
  return follow_up === undefined ? filters : { ...filters, ids: await listFollowUp(tx, follow_up) }
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
