import { announceArrivals } from "../../../firm/events/arrivals.ts"
import { queueStaffNotice } from "../../../firm/events/staff-notices.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { isAwaited } from "../awaited-documents.ts"

/** A file, and the request it is for, if it is for one. */
export interface StoredFor {
  matter_id: string
  request_id: string | null
  document_id: string
}

/**
 * Notifies staff of a file that a client adds after submitting the matter, when staff no longer expect one; of one that
 * they do expect, everyone is told once.
 */
export async function notifyOfLateFile(
  tx: Tx,
  { matter_id, request_id, document_id }: StoredFor,
): Promise<void> {
  if (await isAwaited(tx, matter_id, request_id)) return announceArrivals(tx, matter_id)
  const late = await tx.maybe(sql`
    select m.id from matters m join users u on u.id = current_actor() and u.is_client_user
     where m.id = ${matter_id} and m.submitted_at is not null`)
  if (late) await queueStaffNotice(tx, { kind: "document_added", matter_id, about: document_id })
}
