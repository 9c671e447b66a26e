// Matters by a part of their name. To count what a common name finds takes long in a large firm, and is done once: how
// many there are is remembered beside the revision of the firm's list, and the pages are then met on the way through it.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { Page } from "../platform/http/paging.ts"
import { type MatterFilters, patternOf, whereOf } from "./filters.ts"
import { foldName } from "./search-name.ts"

/** How many names contain what is searched for, exactly, and the matters of one page. */
export async function searchMatters(
  tx: Tx,
  filters: MatterFilters,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<{ matches: number; ids: string[] }> {
  const { search = "", from, until, is_submitted, quest_approach, state, assignee_id, after } = filters
  const [ids, revision] = await Promise.all([listFiled(tx, filters), revisionOf(tx)])
  const asked = revision && `${revision} ${JSON.stringify(filters)}`
  const found = await tx.one<{ matches: number; ids: string[] }>(sql`
    select matches, ids from search_matters(
      ${foldName(search)}, ${indexedPatternOf(search)}, ${(asked && counts.get(asked)) ?? null}, ${limit}, ${offset},
      ${from ?? null}, ${until ?? null}, ${is_submitted ?? null}, ${quest_approach ?? null}, ${state ?? null},
      ${assignee_id === null ? "nobody" : (assignee_id ?? null)},
      ${ids ?? null}, ${after?.open_date ?? null}, ${after?.id ?? null})`)
  if (asked && found.matches >= worth_remembering) remember(asked, found.matches)
  return found
}

const worth_remembering = 1_000
const max_remembered = 1_000
const counts = new Map<string, number>()

function remember(asked: string, matches: number): void {
  counts.delete(asked)
  counts.set(asked, matches)
  for (const oldest of counts.keys()) {
    if (counts.size <= max_remembered) break
    counts.delete(oldest)
  }
}

/** Undefined for whoever does not see all matters, and where the transaction itself may have changed some. */
async function revisionOf(tx: Tx): Promise<string | undefined> {
  const row = await tx.maybe<{ revision: string }>(sql`
    select matters || ' ' || questionnaires as revision from firm_revisions
     where current_viewer() is null and current_matter() is null and pg_current_xact_id_if_assigned() is null`)
  return row?.revision
}

/**
 * What all names are like that contain `search`, for the index: it looks up each group of three letters, so that of a
 * long search every third group is enough.
 */
function indexedPatternOf(search: string): string {
  const words = foldName(search).match(/[\p{L}\p{N}]+/gu) ?? []
  const groups = words.flatMap((word) => word.match(/.{3}/gu) ?? [])
  return groups.length < 3 ? patternOf(search) : `%${groups.join("%")}%`
}

/** The matters that filters find of which the search knows nothing; undefined where there are no such filters. */
async function listFiled(tx: Tx, filters: MatterFilters): Promise<readonly string[] | undefined> {
  const { questionnaire_id, file_number, due_from, due_until, tag, is_open, ids } = filters
  const filed = { questionnaire_id, file_number, due_from, due_until, tag, is_open }
  if (Object.values(filed).every((filter) => filter === undefined)) return ids
  const rows = await tx.all<{ id: string }>(sql`select m.id from matters m ${whereOf({ ...filed, ids })}`)
  return rows.map(({ id }) => id)
}
