import type { FastifyBaseLogger } from "fastify"
import { later } from "../../platform/clock.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { isStoreAway } from "../../platform/files/store/store-faults.ts"
import { type StoreParts, trashFile } from "../../platform/files/stored-files.ts"
import { workByFirm } from "../../platform/jobs/by-firm.ts"
import { isFromFirm, restorable_ms } from "./uploads/removal.ts"

/**
 * Deletes the rows of documents that are gone and moves their bytes to the trash, for one firm or all. Returns how many.
 * Any number of processes may run it concurrently; what a killed one leaves, `sweepUnused` finds.
 */
export function sweepRemoved(
  { db, files, log }: StoreParts & { log: FastifyBaseLogger },
  of_firm: string | null = null,
): Promise<number> {
  return workByFirm(
    { db, log, isNeedAway: isStoreAway },
    "a removed document was not moved to the trash",
    (tx) =>
      tx.all<{ firm_id: string; id: string }>(sql`
        select d.firm_id, d.id from documents d
         where (${of_firm}::text is null or d.firm_id = ${of_firm}) and ${isGone(tx)}`),
    async ({ firm_id, id }) => {
      // Asked again, because its message may have been sent, or its matter held, in the meantime.
      const gone = await db.forFirm(firm_id, (tx) =>
        tx.maybe<{ file_key: string }>(sql`
          delete from documents d where d.id = ${id} and ${isGone(tx)} returning d.file_key`),
      )
      if (!gone) return 0
      await trashFile({ db, files }, firm_id, gone.file_key)
      log.info({ firm_id, file: gone.file_key }, "stored file moved to the trash: its document was removed")
      return 1
    },
  )
}

/**
 * Whether document `d` was removed and can no longer be restored, or its asset was removed and no submission lists it, or
 * its message was not sent within a week. Never in a matter on legal hold.
 */
const isGone = (tx: Tx) => sql`
  not exists (select from matter_holds h where h.firm_id = d.firm_id and h.matter_id = d.matter_id)
  and (d.removed_at <= ${later(tx.now, { ms: -restorable_ms })}
       or (d.removed_at is not null and not ${isFromFirm})
       or (d.is_unsent and d.uploaded_at < ${tx.now}::timestamptz - interval '7 days')
       or (d.request_id is null and d.asset_id is null and d.message_id is null and not exists (
             select from submissions s where s.firm_id = d.firm_id and s.matter_id = d.matter_id
                and s.snapshot->'financial_documents' @> jsonb_build_array(jsonb_build_object('document_id', d.id)))))`
