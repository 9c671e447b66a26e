// What was sent in is unread until a member of staff says that it was read, or has shown it: by acknowledging its
// changes, or by asking the client to look at something again.
import { lockForEditing } from "../matters/editing.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Whether nobody has read what the client of matter `m` sent in; only for matters that were sent in. */
export const isUnread = sql`
  not exists (select from read_submissions r where r.matter_id = m.id)
  and not exists (select from seen_matters w where w.matter_id = m.id)
  and not exists (select from corrections c where c.matter_id = m.id and c.requested_at >= m.submitted_at)`

/** Whether nobody has read what was sent in; false for a matter that was not. */
export async function isSubmissionUnread(tx: Tx, matter_id: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select m.id from matters m where m.id = ${matter_id} and m.submitted_at is not null and ${isUnread}`)
  return row !== undefined
}

/**
 * Marks all that was sent in as read by the user who acts; what was read before stays with who was first. Returns
 * how many submissions were new. Throws "not found".
 */
export async function markRead(tx: Tx, matter_id: string): Promise<number> {
  await lockForEditing(tx, matter_id)
  return tx.run(sql`
    insert into read_submissions (matter_id, number, read_at)
    select matter_id, number, ${tx.now} from submissions where matter_id = ${matter_id}
    on conflict do nothing`)
}
