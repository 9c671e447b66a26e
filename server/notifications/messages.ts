// A client's message is told to staff once until somebody of them has looked, and at most once a day.
import { lockForEditing } from "../matters/editing.ts"
import { hours_between } from "../messages/client-mail.ts"
import { lastLookOfStaff } from "../messages/messages.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Whether staff are to be told of this message: a client wrote it, and nothing they were told of still waits. */
export async function isNewsToStaff(
  tx: Tx,
  { matter_id, user_id }: { matter_id: string; user_id: string },
): Promise<boolean> {
  // Behind the lock: another worker may be telling of the message before.
  await lockForEditing(tx, matter_id)
  const [{ is_client_user }, { told_at }, looked_at] = await Promise.all([
    tx.one<{ is_client_user: boolean }>(sql`select is_client_user from users where id = ${user_id}`),
    tx.one<{ told_at: Date | null }>(sql`
      select max(notified_at) as told_at from notifications where matter_id = ${matter_id} and kind = 'message'`),
    lastLookOfStaff(tx, matter_id),
  ])
  if (!is_client_user) return false
  if (told_at === null || (looked_at !== null && looked_at > told_at)) return true
  return tx.now.getTime() - told_at.getTime() >= hours_between * 3_600_000
}
