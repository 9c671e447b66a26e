import { queueStaffNotice } from "../events/staff-notices.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Tells staff of a file that a client adds after having sent the matter in: they expect none. */
export async function tellOfLateFile(tx: Tx, matter_id: string, document_id: string): Promise<void> {
  if (await isLateFromClient(tx, matter_id))
    await queueStaffNotice(tx, { kind: "document_added", matter_id, about: document_id })
}

/** Whether a client acts, and has sent the matter in before: staff expect no document of it. */
async function isLateFromClient(tx: Tx, matter_id: string): Promise<boolean> {
  const late = await tx.maybe(sql`
    select m.id from matters m join users u on u.id = current_actor() and u.is_client_user
     where m.id = ${matter_id} and m.submitted_at is not null`)
  return late !== undefined
}
