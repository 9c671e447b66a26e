import type { FastifyBaseLogger } from "fastify"
import { sql } from "../../platform/db/sql.ts"
import { type StoreParts, trashFile } from "../../platform/files/stored-files.ts"

/**
 * Moves the bytes of these documents to the trash and then deletes their rows: removed ones, those whose asset was
 * removed and that no submission lists, and those whose message was not sent within a week. Covers one firm or all.
 * Skips matters on legal hold. Returns how many. Any number of processes may run it concurrently.
 */
export async function sweepRemoved(
  { db, files, log }: StoreParts & { log: FastifyBaseLogger },
  of_firm?: string,
): Promise<number> {
  const gone = await db.forPlatform((tx) =>
    tx.all<{ firm_id: string; id: string; file_key: string }>(sql`
      select d.firm_id, d.id, d.file_key from documents d
       where (${of_firm ?? null}::text is null or d.firm_id = ${of_firm ?? null})
         and not exists (select from matter_holds h where h.firm_id = d.firm_id and h.matter_id = d.matter_id)
         and (d.removed_at is not null
          or (d.is_unsent and d.uploaded_at < ${tx.now}::timestamptz - interval '7 days')
          or (d.request_id is null and d.asset_id is null and d.message_id is null and not exists (
                select from submissions s where s.firm_id = d.firm_id and s.matter_id = d.matter_id
                   and s.snapshot->'financial_documents' @> jsonb_build_array(jsonb_build_object('document_id', d.id)))))`),
  )
  for (const { firm_id, id, file_key } of gone) {
    await trashFile({ db, files }, firm_id, file_key)
    await db.forFirm(firm_id, (tx) => tx.run(sql`delete from documents where id = ${id}`))
    log.info({ firm_id, file: file_key }, "stored file moved to the trash: its document was removed")
  }
  return gone.length
}
