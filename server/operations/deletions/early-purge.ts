// Purges a deleted matter at once, for people who ask for immediate erasure: ends the time in which it could be
// restored.
import { recordAudit } from "../../firm/audit/audit.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { enqueue } from "../../platform/jobs/queue.ts"

/**
 * Purges a deleted matter in the background now; its certificate follows. `why`, 1–500 characters, goes to the audit
 * log. Throws "conflict" for one that was restored or is already being purged. Matters on legal hold cannot be deleted
 * in the first place.
 */
export async function purgeAtOnce(tx: Tx, id: string, why: string): Promise<void> {
  const ended = await tx.maybe<{ matter_id: string }>(sql`
    update deletions set purge_at = ${tx.now}
     where id = ${id} and content_sealed is not null and restored_at is null and purge_begun_at is null
       and purge_at > ${tx.now}
    returning matter_id`)
  if (!ended) throw conflict("not_removable", "This matter was restored, or is being removed already.")
  await recordAudit(tx, "matter_removal_hastened", { matter_id: ended.matter_id, record_id: id, label: why })
  await enqueue(tx, "retention", {})
}
