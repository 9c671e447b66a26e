import { queueStaffNotice } from "../../../firm/events/staff-notices.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"

/** Notifies staff of a file that a client adds after submitting the matter, when staff no longer expect one. */
export async function notifyOfLateFile(tx: Tx, matter_id: string, document_id: string): Promise<void> {
  const late = await tx.maybe(sql`
    select m.id from matters m join users u on u.id = current_actor() and u.is_client_user
     where m.id = ${matter_id} and m.submitted_at is not null`)
  if (late) await queueStaffNotice(tx, { kind: "document_added", matter_id, about: document_id })
}
