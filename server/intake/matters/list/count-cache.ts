// Caches counts of matters next to the revisions of the firm's lists, which move with every change that could alter a
// filter's result.
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { keepLatest } from "../../../platform/keep-latest.ts"
import type { MatterFilters } from "./filters.ts"

export interface CachedCount {
  /** Undefined on a cache miss. */
  count: number | undefined
  /** Caches the count if it is large. */
  save(count: number): void
}

/**
 * The cached number of matters the filters find. Never used by a viewer some matters are hidden from, or after this
 * transaction has written.
 */
export async function readCachedCount(tx: Tx, filters: MatterFilters): Promise<CachedCount> {
  const row = await tx.maybe<{ revision: string }>(sql`
    select matters || ' ' || questionnaires as revision from firm_revisions
     where current_viewer() is null and current_matter() is null and pg_current_xact_id_if_assigned() is null`)
  if (!row) return { count: undefined, save: () => undefined }
  const name = `${row.revision} ${JSON.stringify(filters)}`
  return {
    count: counts.get(name),
    save: (count) => {
      if (count >= min_cached_count) keepLatest(counts, name, count, max_entries)
    },
  }
}

const min_cached_count = 1_000
const max_entries = 1_000
const counts = new Map<string, number>()
