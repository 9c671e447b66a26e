// Storage limits per matter and firm. Counted under a lock, so that concurrent uploads cannot exceed them together.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"

/** Limits in bytes; undefined for none. */
export interface Quotas {
  matter_storage: number | undefined
  firm_storage: number | undefined
}

/**
 * Throws "unprocessable" `matter_storage_full` or `firm_storage_full` unless the matter may store this many more bytes.
 * Call it with the matter locked, in a transaction that sees the entire firm. Unfinished uploads count with their
 * announced size; `but_upload` excludes the caller's own.
 */
export async function requireCapacity(
  tx: Tx,
  quotas: Quotas,
  matter_id: string,
  bytes: number,
  but_upload?: string,
): Promise<void> {
  const { matter_storage, firm_storage } = quotas
  if (matter_storage !== undefined) {
    const { used } = await tx.one<{ used: number }>(sql`
      select (select coalesce(sum(size), 0) from documents
               where matter_id = ${matter_id} and removed_at is null)::bigint
           + (select coalesce(sum(size), 0) from unfinished_uploads
               where matter_id = ${matter_id} and document_id is null
                 and id is distinct from ${but_upload ?? null})::bigint as used`)
    if (used + bytes > matter_storage)
      throw new Failure(
        "unprocessable",
        "matter_storage_full",
        `This matter doesn’t have enough space for this file. ${remedy}`,
      )
  }
  if (firm_storage !== undefined) {
    await tx.run(sql`select from firms where id = current_firm() for no key update`)
    const used = await countFirmBytes(tx, but_upload)
    if (used + bytes > firm_storage)
      throw new Failure(
        "unprocessable",
        "firm_storage_full",
        `The firm doesn’t have enough space for more files. ${remedy}`,
      )
  }
}

/** Bytes of all of a firm's files, including those of deleted matters and the announced size of unfinished uploads. */
export async function countFirmBytes(tx: Tx, but_upload?: string): Promise<number> {
  const { used } = await tx.one<{ used: number }>(sql`
    select (select coalesce(sum(size), 0) from documents where removed_at is null)::bigint
         + (select coalesce(sum(f.size), 0) from deleted_documents f
              join deletions d on d.firm_id = f.firm_id and d.id = f.deletion_id
             where d.content_sealed is not null)::bigint
         + (select coalesce(sum(size), 0) from unfinished_uploads
             where document_id is null and id is distinct from ${but_upload ?? null})::bigint as used`)
  return used
}

const remedy = "Remove a file that is no longer needed, or contact the firm."
