// Caches counts of matters next to the revisions of the firm's lists, which move with every change that could alter a
// filter's result.
import type { FastifyRequest } from "fastify"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { keepLatest } from "../platform/keep-latest.ts"
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

/** The last count of a list, by firm and filters, and the revision that the list had before it. */
const expected = new Map<string, { revision: string; count: number }>()

/**
 * Lists with the last count, and counts again only if the list has changed since. Whether it has is known once the page
 * is read, because the key and the list's revision are read in the same round trip.
 */
export async function withExpectedCount<Listed extends { listing: { count: number } }>(
  { revised }: Pick<FastifyRequest, "revised">,
  filters: MatterFilters,
  list: (count?: number) => Promise<Listed>,
): Promise<Listed> {
  const name = `${revised?.firm} ${JSON.stringify(filters)}`
  // In tests, a cached response is compared with one that is read in full.
  const last = revised?.expected ? undefined : expected.get(name)
  let listed = await list(last?.count)
  if (last && last.revision !== revised?.revision) listed = await list()
  if (revised?.revision) {
    const { count } = listed.listing
    keepLatest(expected, name, { revision: revised.revision, count }, max_entries)
  }
  return listed
}
