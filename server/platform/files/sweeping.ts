// Sweeps files that nothing refers to anymore. The inference could be wrong, so only announced files are swept, never
// many at once, and to a trash that keeps them for thirty days.

import type { FastifyBaseLogger } from "fastify"
import { later } from "../clock.ts"
import { type Sql, sql, type Tx } from "../db/sql.ts"
import { requireOwnStore } from "../installation/installation.ts"
import { workByFirm } from "../jobs/by-firm.ts"
import { isStoreAway } from "./store/store-faults.ts"
import { removeBytes, type StoreParts, trashFile } from "./stored-files.ts"

export interface SweepParts extends StoreParts {
  log: FastifyBaseLogger
  installation_id: string
}

/** Longer than anything takes from its announcement to its row. */
const grace_ms = 24 * 3_600_000
const trash_days = 30
const fewest_a_night = 100
const share_a_night = 0.05

export interface Unused {
  /** Files outside the trash. */
  stored: number
  /** Files that nothing refers to and that are no longer being written. */
  unused: number
  /** More unused files than this count as a fault, and none is swept. */
  max: number
}

/** Counts the files that nothing refers to anymore. */
export async function countUnused(tx: Tx): Promise<Unused> {
  const { stored, unused } = await tx.one<Pick<Unused, "stored" | "unused">>(sql`
    select (select count(*) from stored_files where trashed_at is null) as stored,
           (select count(*) from stored_files s where ${isUnused(tx)}) as unused`)
  return { stored, unused, max: Math.max(fewest_a_night, Math.floor(stored * share_a_night)) }
}

/**
 * Moves announced files that nothing refers to anymore to the trash, and returns how many. If there are more than
 * `max`, by default a hundred or a twentieth of the store, whichever is larger, moves none and logs an error. Throws if
 * the store belongs to another installation.
 */
export async function sweepUnused(
  { db, files, log, installation_id }: SweepParts,
  { max }: { max?: number | undefined } = {},
): Promise<number> {
  await requireOwnStore(files, installation_id)
  return workByFirm(
    { db, log, isNeedAway: isStoreAway },
    "an unused file was not moved to the trash",
    async (tx) => {
      const counted = await countUnused(tx)
      const limit = max ?? counted.max
      if (counted.unused <= limit) return listUnused(tx, limit)
      log.error({ ...counted, max: limit }, "stored files were not swept: too many are unused at once")
      return []
    },
    async ({ firm_id, key }) => {
      await trashFile({ db, files }, firm_id, key)
      log.info({ firm_id, file: key }, "stored file moved to the trash: nothing refers to it")
      return 1
    },
  )
}

/** Permanently removes files that have been in the trash for thirty days, except those of matters on legal hold. Returns how many. */
export async function emptyTrash({ db, files, log, installation_id }: SweepParts): Promise<number> {
  await requireOwnStore(files, installation_id)
  return workByFirm(
    { db, log, isNeedAway: isStoreAway },
    "a file was not removed from the trash",
    (tx) =>
      tx.all<{ firm_id: string; key: string }>(sql`
        select s.firm_id, s.key from stored_files s
         where s.trashed_at <= ${tx.now}::timestamptz - ${trash_days} * interval '1 day' and ${hasNoUse}
           and not exists (select from matter_holds h where h.firm_id = s.firm_id and h.matter_id = s.matter_id)
         order by s.trashed_at limit 10000`),
    async ({ firm_id, key }) => {
      await removeBytes(files, key)
      await db.forFirm(firm_id, (tx) =>
        tx.run(sql`delete from stored_files where key = ${key} and trashed_at is not null`),
      )
      log.info({ firm_id, file: key }, "stored file removed from the trash")
      return 1
    },
  )
}

const hasNoUse = sql`
  not exists (select from files_in_use u where u.firm_id = s.firm_id and u.file_key = s.key)`

function listUnused(tx: Tx, limit: number): Promise<{ firm_id: string; key: string }[]> {
  return tx.all(sql`
    select s.firm_id, s.key from stored_files s where ${isUnused(tx)} order by s.announced_at limit ${limit}`)
}

function isUnused(tx: Tx): Sql {
  return sql`
    s.trashed_at is null and s.announced_at < ${later(tx.now, { ms: -grace_ms })}
    and ${hasNoUse}`
}
