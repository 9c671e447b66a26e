// Resolves what a matter list says of waiting, which depends on corrections, messages and more, and of people, to matter
// ids.
import { getFirm } from "../../firm/firms/firms.ts"
import { listMattersWithCorrections } from "../../intake/corrections/corrections.ts"
import type { FollowUp, MatterFilters } from "../../intake/matters/list/filters.ts"
import { countMatters } from "../../intake/matters/list/matches.ts"
import type { Queue } from "../../intake/matters/list/queue.ts"
import { listUnseenMatters } from "../../intake/submissions/review/unseen-matters.ts"
import type { Tx } from "../../platform/db/database.ts"
import { type EntryKind, searchEntries } from "../search/search.ts"
import { listQueuedMatters } from "./queues.ts"

/**
 * The filters with the API's `follow_up`, or the console's queue, replaced by the ids of the matters it matches now. In a
 * queue, an assignee is who the queue waits for. So is the console's search, if no matter is named as typed.
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
    return findPeople(tx, within(others, await listQueuedMatters(tx, queue, { assignee_id, settings })))
  }
  return findPeople(
    tx,
    follow_up === undefined ? filters : within(filters, await listFollowUp(tx, follow_up)),
  )
}

/** As many as a page can show. */
const max_found = 200

/** Staff who find no name look for its words in any order, and for people. The API's `search` is about names alone. */
async function findPeople(tx: Tx, filters: MatterFilters): Promise<MatterFilters> {
  const { search, with_file_numbers, ...others } = filters
  if (!search || !with_file_numbers || (await countMatters(tx, filters)) > 0) return filters
  const entries = await searchEntries(tx, search, { assignee_id: null, limit: max_found })
  const ids = entries.flatMap(({ matter_id, kind, is_partial }) =>
    !is_partial && namingKinds.has(kind) ? [matter_id] : [],
  )
  return ids.length === 0 ? filters : within(others, [...new Set(ids)])
}

/** A file number is found as the list finds it, or not at all: its parts in another order are another number. */
const namingKinds = new Set<EntryKind>(["matter", "name", "also_known_as", "preferred_name"])

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
