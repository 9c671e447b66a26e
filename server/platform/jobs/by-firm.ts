import type { Database, Tx } from "../db/database.ts"

/** Firms worked on at once: more would take from requests the connections that both share. */
const firms_at_once = 4

/** Of one question about all firms. */
const search_timeout_ms = 600_000

export interface ByFirmParts {
  db: Database
  log: { error(about: object, message: string): void }
}

/**
 * Does what is due. `findDue` looks through all firms in one transaction, so that a firm with nothing due costs no
 * question of its own; `work` goes on several firms at a time and through one firm's in their order, so that nobody
 * waits for all of a large firm's. What fails is logged as `fault` with the ids that name it, keeps nothing else, and is
 * found again the next time. Returns the sum of what each said it did.
 */
export async function workByFirm<Due extends { firm_id: string }>(
  { db, log }: ByFirmParts,
  fault: string,
  findDue: (tx: Tx) => Promise<Due[]>,
  work: (one: Due) => Promise<number>,
): Promise<number> {
  const due = await db.withTimeout(search_timeout_ms).forPlatform(findDue)
  // One iterator for all lanes: each takes the next firm that nobody has taken.
  const firms = Map.groupBy(due, ({ firm_id }) => firm_id).values()
  const lanes = Array.from({ length: firms_at_once }, async () => {
    let done = 0
    for (const of_firm of firms) {
      for (const one of of_firm) {
        try {
          done += await work(one)
        } catch (error) {
          log.error({ err: error, ...one }, fault)
        }
      }
    }
    return done
  })
  return (await Promise.all(lanes)).reduce((sum, done) => sum + done, 0)
}
