// How many matters the filters find, and which ones have a name or, for staff, a file number that contains the search.
// Large counts are cached next to the revisions of the firm's lists, which move with every change that could alter a
// filter's result. Pages near the top of a common name then come from scanning the list until they are full.
import { foldText } from "../../../definition/values/folded-text.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { Page } from "../../../platform/http/responses/paging.ts"
import { keepLatest } from "../../../platform/keep-latest.ts"
import { countOf } from "./counts.ts"
import { areUnset, isCounted, type MatterFilters, whereOf } from "./filters.ts"
import { isNewestFirst, newestFirst, orderBy } from "./order.ts"

/** How many matters the filters find. */
export async function countMatters(tx: Tx, filters: MatterFilters): Promise<number> {
  if (filters.search) return (await searchMatters(tx, filters, { limit: 0, offset: 0 })).matches
  if (isCounted(filters)) return readCount(tx, filters)
  const cached = await readCachedCount(tx, filters)
  const count = cached.count ?? (await readCount(tx, filters))
  cached.save(count)
  return count
}

async function readCount(tx: Tx, filters: MatterFilters): Promise<number> {
  const { count } = await tx.one<{ count: number }>(countOf(filters))
  return count
}

/** The exact number of matching matters, and the matter ids of one page in that order. */
export async function searchMatters(
  tx: Tx,
  filters: MatterFilters,
  { limit, offset }: Pick<Page, "limit" | "offset">,
  order = newestFirst,
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
    ids: given,
    ...others
  } = filters
  const [ids, cached] = await Promise.all([listFiled(tx, given, others), readCachedCount(tx, filters)])
  const matching = (page_limit: number | null, page_offset: number) => sql`
    select matches, ids from search_matters(
      ${foldText(search)}, ${cached.count ?? null}, ${page_limit}, ${page_offset},
      ${from ?? null}, ${until ?? null}, ${is_submitted ?? null}, ${quest_approach ?? null}, ${state ?? null},
      ${assignee_id === null ? "none" : (assignee_id ?? null)},
      ${ids ?? null}, ${after?.open_date ?? null}, ${after?.id ?? null},
      ${with_file_numbers ? search : null})`
  // The function knows one order. Another one needs all that it finds, or the last pages would have nothing.
  const found = await tx.one<{ matches: number; ids: string[] }>(
    isNewestFirst(order)
      ? matching(limit, offset)
      : sql`
        select matches, array(select m.id::text from matters m where m.id = any(found.ids)
                               ${orderBy(order)} limit ${limit} offset ${offset}) as ids
          from (${matching(null, 0)}) found`,
  )
  cached.save(found.matches)
  return found
}

/** The ids, of those given, that match the filters `search_matters` does not know; undefined for all. */
async function listFiled(
  tx: Tx,
  ids: readonly string[] | undefined,
  others: MatterFilters,
): Promise<readonly string[] | undefined> {
  if (areUnset(others)) return ids
  const rows = await tx.all<{ id: string }>(sql`select m.id from matters m ${whereOf({ ...others, ids })}`)
  return rows.map(({ id }) => id)
}

interface CachedCount {
  /** Undefined on a cache miss. */
  count: number | undefined
  /** Caches the count if it is large. */
  save(count: number): void
}

/**
 * The cached number of matters the filters find. Never used by a viewer some matters are hidden from, or after this
 * transaction has written.
 */
async function readCachedCount(tx: Tx, filters: MatterFilters): Promise<CachedCount> {
  // These revisions do not move with all that updates a matter.
  if (filters.updated) return uncached
  const row = await tx.maybe<{ revision: string }>(sql`
    select matters || ' ' || questionnaires as revision from firm_revisions
     where current_viewer() is null and current_matter() is null and pg_current_xact_id_if_assigned() is null`)
  if (!row) return uncached
  const name = `${row.revision} ${JSON.stringify(filters)}`
  return {
    count: counts.get(name),
    save: (count) => {
      if (count >= min_cached_count) keepLatest(counts, name, count, max_entries)
    },
  }
}

const uncached: CachedCount = { count: undefined, save: () => undefined }

const min_cached_count = 1_000
const max_entries = 1_000
const counts = new Map<string, number>()
