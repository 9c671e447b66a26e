// Staff are notified of client messages once until one of them reads them, and at most once a day.

import { sql, type Tx } from "../../platform/db/sql.ts"
import { lockForEditing } from "../matters/editing.ts"
import { hours_between_emails } from "../messages/client-mail.ts"
import { lastReadByStaff } from "../messages/messages.ts"

/** Whether to notify staff of this message: a client wrote it, and no earlier notification is still unread. */
export async function shouldNotifyStaff(
  tx: Tx,
  { matter_id, user_id }: { matter_id: string; user_id: string },
): Promise<boolean> {
  // Under the lock: another worker may be notifying staff of the previous message.
  await lockForEditing(tx, matter_id)
  const [{ is_client_user }, { notified_at }, looked_at] = await Promise.all([
    tx.one<{ is_client_user: boolean }>(sql`select is_client_user from users where id = ${user_id}`),
    tx.one<{ notified_at: Date | null }>(sql`
      select max(notified_at) as notified_at from notifications where matter_id = ${matter_id} and kind = 'message'`),
    lastReadByStaff(tx, matter_id),
  ])
  if (!is_client_user) return false
  if (notified_at === null || (looked_at !== null && looked_at > notified_at)) return true
  return tx.now.getTime() - notified_at.getTime() >= hours_between_emails * 3_600_000
}
