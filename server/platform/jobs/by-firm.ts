import type { Database, Tx } from "../db/database.ts"
import { isAway } from "../db/database-faults.ts"

/** Firms processed in parallel. More would take connections away from requests. */
const firms_at_once = 4

/** Timeout of the search across all firms. */
const search_timeout_ms = 600_000

export interface ByFirmParts {
  db: Database
  log: { error(about: object, message: string): void }
  /** Whether something else that all of the work needs is away. */
  isNeedAway?: (error: unknown) => boolean
}

/**
 * Finds and processes what is due. `findDue` searches all firms in one transaction, so firms with nothing due cost no
 * query. `work` runs for several firms in parallel and in order within a firm, so a large firm does not delay the
 * others. A failure is logged as `fault` with the ids of the record, does not stop the rest, and is retried next time;
 * only without what all of it needs, it stops. Returns the sum of the counts that `work` returned.
 */
export async function workByFirm<Due extends { firm_id: string }>(
  { db, log, isNeedAway = () => false }: ByFirmParts,
  fault: string,
  findDue: (tx: Tx) => Promise<Due[]>,
  work: (one: Due) => Promise<number>,
): Promise<number> {
  const due = await db.withTimeout(search_timeout_ms).forPlatform(findDue)
  // All lanes share one iterator, so each takes the next unclaimed firm.
  const firms = Map.groupBy(due, ({ firm_id }) => firm_id).values()
  const lanes = Array.from({ length: firms_at_once }, async () => {
    let done = 0
    for (const of_firm of firms) {
      for (const one of of_firm) {
        try {
          done += await work(one)
        } catch (error) {
          // The job is done again once it is back; until then, every firm would fail.
          if (isAway(error) || isNeedAway(error)) throw error
          log.error({ err: error, ...one }, fault)
        }
      }
    }
    return done
  })
  await Promise.allSettled(lanes)
  return (await Promise.all(lanes)).reduce((sum, done) => sum + done, 0)
}
