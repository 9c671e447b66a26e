// Purges deleted matters: removes their files from the store, then the encrypted rows and everything other tables hold
// about them.
import { recordAudit } from "../../firm/audit/audit.ts"
import { forgetContext } from "../../firm/events/forgetting.ts"
import { endExportsUntil } from "../../outputs/exports/exports.ts"
import { removeDeliveriesOf } from "../../outputs/webhooks/deliveries.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { isStoreAway } from "../../platform/files/store/store-faults.ts"
import {
  forgetFilesOfMatter,
  listFilesOfMatter,
  removeBytes,
  type StoreParts,
} from "../../platform/files/stored-files.ts"
import { type ByFirmParts, workByFirm } from "../../platform/jobs/by-firm.ts"
import { checksumOf, writeCertificate } from "./certificate.ts"

/**
 * Purges every matter that is past its time to be restored, and returns how many: also of suspended firms, where it was
 * decided before. Safe to interrupt and to run in parallel: removed files stay removed, and only one process writes the certificate.
 */
export function purgeDueMatters(parts: StoreParts & ByFirmParts): Promise<number> {
  return workByFirm(
    { ...parts, isNeedAway: isStoreAway },
    "a deleted matter was not purged",
    (tx) =>
      tx.all<{ firm_id: string; id: string }>(sql`
        select firm_id, id from deletions
         where content_sealed is not null and purge_at <= ${tx.now} order by purge_at`),
    async ({ firm_id, id }) => ((await purge(parts, firm_id, id)) ? 1 : 0),
  )
}

async function purge({ db, files }: StoreParts, firm_id: string, id: string): Promise<boolean> {
  const keys = await db.forFirm(firm_id, async (tx) => {
    // A restoration may have ended since the deletion was found due.
    const begun = await tx.maybe<{ matter_id: string; deleted_at: Date }>(sql`
      update deletions set purge_begun_at = coalesce(purge_begun_at, ${tx.now})
       where id = ${id} and content_sealed is not null returning matter_id, deleted_at`)
    if (!begun) return []
    const { matter_id, deleted_at } = begun
    await endExportsUntil(tx, deleted_at)
    const listed = await tx.all<{ file_key: string }>(
      sql`select file_key from deleted_documents where deletion_id = ${id}`,
    )
    // Includes the trash: files removed earlier, and everything else stored for this matter.
    return new Set([...listed.map(({ file_key }) => file_key), ...(await listFilesOfMatter(tx, matter_id))])
  })
  for (const key of keys) await removeBytes(files, key)
  return db.forFirm(firm_id, (tx) => finish(tx, id))
}

async function finish(tx: Tx, id: string): Promise<boolean> {
  const open = await tx.maybe<{ matter_id: string }>(
    sql`select matter_id from deletions where id = ${id} and content_sealed is not null for update`,
  )
  if (!open) return false
  const { matter_id } = open
  const certificate = await writeCertificate(tx, id)
  await removeDeliveriesOf(tx, matter_id)
  await forgetContext(tx, matter_id)
  await forgetFilesOfMatter(tx, matter_id)
  await tx.run(sql`
    update deletions d
       set content_sealed = null, purged_at = ${tx.now}, certificate = ${certificate},
           matter_name = case when (f.settings ->> 'certificates_without_names')::boolean then '' else d.matter_name end
      from firms f where f.id = d.firm_id and d.id = ${id}`)
  await recordAudit(tx, "matter_purged", {
    matter_id,
    record_id: id,
    label: `certificate ${checksumOf(certificate)}`,
  })
  return true
}
