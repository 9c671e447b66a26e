import { later } from "../../../platform/clock.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { enqueue } from "../../../platform/jobs/queue.ts"
import { type Edit, recordChanges } from "../../matters/changes/changes.ts"
import { isAwaited, lockForRequest } from "../awaited-documents.ts"
import type { StoredFor } from "./late-files.ts"
import { checkTarget, fileStays, isFixed, type Target } from "./upload-target.ts"

/**
 * Removes a file; a job moves its bytes to the trash after the commit. Throws "not found", and "conflict" when the matter
 * may not be edited, or when a client, or staff for the client, removes a fixed file.
 */
export async function removeDocument(tx: Tx, document_id: string): Promise<void> {
  const { matter_id, request_id } = await tx.one<{ matter_id: string; request_id: string | null }>(
    sql`select matter_id, request_id from documents where id = ${document_id} and removed_at is null`,
  )
  await lockForRequest(tx, matter_id, request_id)
  if (await isFixed(tx, document_id)) {
    const { is_client } = await tx.one<{ is_client: boolean }>(sql`
      select current_matter() is not null
             or coalesce((select is_client_user from users where id = current_actor()), false) as is_client`)
    if (is_client) throw fileStays()
  }
  await markRemoved(tx, matter_id, document_id)
}

/** How long staff can restore a file that the firm added. */
export const restorable_ms = 3_600_000

/** Hides a file; its bytes are swept once no one can restore it. Call it under the matter's lock. */
export async function markRemoved(tx: Tx, matter_id: string, document_id: string): Promise<void> {
  const { filename, request_id, is_from_firm } = await tx.one<{
    filename: string
    request_id: string | null
    is_from_firm: boolean
  }>(sql`
    update documents d set removed_at = ${tx.now}
     where id = ${document_id} and matter_id = ${matter_id} and removed_at is null
    returning filename, request_id, ${isFromFirm} as is_from_firm`)
  await recordFile(tx, { matter_id, request_id, document_id }, filename, null)
  await enqueue(tx, "sweep-files", {}, later(tx.now, { ms: is_from_firm ? restorable_ms : 0 }))
}

/** SQL: whether the firm added document `d`, its staff or its software. */
export const isFromFirm: Sql = sql`
  exists (select from users u where u.firm_id = d.firm_id and u.id = d.uploaded_by and u.is_firm_staff)`

/** Shows a removed file again, which has not been swept. Call it under the matter's lock. */
export async function markRestored(tx: Tx, target: Target, document_id: string): Promise<void> {
  await checkTarget(tx, target)
  const { filename } = await tx.one<{ filename: string }>(sql`
    update documents set removed_at = null
     where id = ${document_id} and matter_id = ${target.matter_id} and removed_at is not null returning filename`)
  const { matter_id, request_id = null } = target
  await recordFile(tx, { matter_id, request_id, document_id }, null, filename)
}

/** Records in the matter's history that a file came, or went. */
export async function recordFile(
  tx: Tx,
  { matter_id, request_id, document_id }: StoredFor,
  before: string | null,
  after: string | null,
): Promise<void> {
  const edit: Edit = { field: "filename", value: after }
  const is_awaited = await isAwaited(tx, matter_id, request_id)
  await recordChanges(tx, matter_id, document_id, { filename: before }, [edit], { is_awaited })
}
