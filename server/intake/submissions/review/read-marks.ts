// A submission is unread until a staff member marks it as read, acknowledges its changes, or requests corrections.

import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { lockForEditing } from "../../matters/editing.ts"

/** Whether no one has read what the client of matter `m` submitted; only valid for submitted matters. */
export const isUnread = sql`
  not exists (select from read_submissions r where r.matter_id = m.id)
  and not exists (select from seen_matters w where w.matter_id = m.id)
  and not exists (select from corrections c where c.matter_id = m.id and c.requested_at >= m.submitted_at)`

/** Selects those of these matters whose submission no one has read. */
export function unreadAmong(matter_ids: readonly string[]): Sql {
  return sql`
    select m.id from matters m
     where m.id = any(${matter_ids}::text[]) and m.submitted_at is not null and ${isUnread}`
}

/**
 * Marks all submissions as read by the current user, without replacing earlier readers. Returns how many were unread.
 * Throws "not found".
 */
export async function markRead(tx: Tx, matter_id: string): Promise<number> {
  await lockForEditing(tx, matter_id)
  return tx.run(sql`
    insert into read_submissions (matter_id, number, read_at)
    select matter_id, number, ${tx.now} from submissions where matter_id = ${matter_id}
    on conflict do nothing`)
}

/** Takes back what the current user marked at that time. */
export async function unmarkRead(tx: Tx, matter_id: string, read_at: Date): Promise<void> {
  await lockForEditing(tx, matter_id)
  await tx.run(sql`
    delete from read_submissions
     where matter_id = ${matter_id} and read_at = ${read_at} and read_by = current_actor()`)
}
