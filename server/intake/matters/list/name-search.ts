// Matters by part of their name, for staff also of their file number. The count of a common name is computed once and cached; pages near the top then come
// from scanning the list until they are full.

import { foldText } from "../../../definition/values/folded-text.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { Page } from "../../../platform/http/responses/paging.ts"
import { readCachedCount } from "./count-cache.ts"
import { type MatterFilters, whereOf } from "./filters.ts"

/** The exact number of matching matters, and the matter ids of one page. */
export async function searchMatters(
  tx: Tx,
  filters: MatterFilters,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<{ matches: number; ids: string[] }> {
  const {
    search = "",
    with_file_numbers,
    from,
    until,
    is_submitted,
    quest_approach,
    state,
    assignee_id,
    after,
  } = filters
  const [ids, cached] = await Promise.all([listFiled(tx, filters), readCachedCount(tx, filters)])
  const found = await tx.one<{ matches: number; ids: string[] }>(sql`
    select matches, ids from search_matters(
      ${foldText(search)}, ${cached.count ?? null}, ${limit}, ${offset},
      ${from ?? null}, ${until ?? null}, ${is_submitted ?? null}, ${quest_approach ?? null}, ${state ?? null},
      ${assignee_id === null ? "none" : (assignee_id ?? null)},
      ${ids ?? null}, ${after?.open_date ?? null}, ${after?.id ?? null},
      ${with_file_numbers ? search : null})`)
  cached.save(found.matches)
  return found
}

/** The ids matching the filters that `search_matters` does not know; undefined when there are none of those. */
async function listFiled(tx: Tx, filters: MatterFilters): Promise<readonly string[] | undefined> {
  const { questionnaire_id, file_number, due_from, due_until, tag, is_open, ids } = filters
  const filed = { questionnaire_id, file_number, due_from, due_until, tag, is_open }
  if (Object.values(filed).every((filter) => filter === undefined)) return ids
  const rows = await tx.all<{ id: string }>(sql`select m.id from matters m ${whereOf({ ...filed, ids })}`)
  return rows.map(({ id }) => id)
}
