// Resolves what a matter list says of waiting, which depends on corrections, messages and more, to matter ids.
import { getFirm } from "../../firm/firms/firms.ts"
import { listMattersWithCorrections } from "../../intake/corrections/corrections.ts"
import type { FollowUp, MatterFilters } from "../../intake/matters/list/filters.ts"
import { listUnseenMatters } from "../../intake/submissions/review/seen-changes.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { Queue } from "./queue.ts"
import { listQueuedMatters } from "./queues.ts"

/**
 * The filters with the API's `follow_up`, or the console's queue, replaced by the ids of the matters it matches now. In a
 * queue, an assignee is who the queue waits for.
 */
export async function filtersWith(
  tx: Tx,
  {
    filters,
    follow_up,
    queue,
  }: { filters: MatterFilters; follow_up?: FollowUp | undefined; queue?: Queue | undefined },
): Promise<MatterFilters> {
  if (queue) {
    const { assignee_id, ...others } = filters
    const { settings } = await getFirm(tx)
    return within(others, await listQueuedMatters(tx, queue, { assignee_id, settings }))
  }
  return follow_up === undefined ? filters : within(filters, await listFollowUp(tx, follow_up))
}

function within(filters: MatterFilters, ids: readonly string[]): MatterFilters {
  const { ids: wanted } = filters
  return { ...filters, ids: wanted ? ids.filter((id) => wanted.includes(id)) : ids }
}

function listFollowUp(tx: Tx, follow_up: FollowUp): Promise<string[]> {
  switch (follow_up) {
    case "corrections_open":
      return listMattersWithCorrections(tx, "open")
    case "corrections_answered":
      return listMattersWithCorrections(tx, "answered")
    case "changes_not_seen":
      return listUnseenMatters(tx)
  }
}
