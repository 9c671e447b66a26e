// What a client answers of corrections is told in one mail: once all is answered, or once the client has stopped.
import { countAsked, lastAnsweredAt, listAskedMatters } from "../corrections/corrections.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { type LaterChangesParts, listToldFirms, quiet_minutes } from "./later-changes.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"

/** Tells staff of answered corrections, of one firm or of all; returns how many matters were told of. */
export async function notifyOfAnswers(parts: LaterChangesParts, of_firm?: string): Promise<number> {
  let told = 0
  for (const firm_id of await listToldFirms(parts.db, "corrected", of_firm)) {
    const asked = await parts.db.forFirm(firm_id, async (tx) => [
      ...(await listAskedMatters(tx, "open")),
      ...(await listAskedMatters(tx, "answered")),
    ])
    for (const matter_id of asked) {
      try {
        if (await parts.db.forFirm(firm_id, (tx) => notifyIfAnswered(tx, parts, matter_id))) told += 1
      } catch (error) {
        parts.log.error({ err: error, firm_id, matter_id }, "staff not told of answers")
      }
    }
  }
  return told
}

async function notifyIfAnswered(tx: Tx, parts: NotificationParts, matter_id: string): Promise<boolean> {
  // Read behind the lock: another worker may have told of it.
  const { close_date, completed_at } = await lockForEditing(tx, matter_id)
  if (close_date !== null || completed_at !== null) return false
  const [last_at, counts, told] = await Promise.all([
    lastAnsweredAt(tx, matter_id),
    countAsked(tx, [matter_id]),
    tx.one<{ until: Date | null }>(sql`
      select max(about::timestamptz) as until from notifications
       where matter_id = ${matter_id} and kind = 'corrected'`),
  ])
  if (!last_at || (told.until && last_at <= told.until)) return false
  const isQuiet = tx.now.getTime() - last_at.getTime() >= quiet_minutes * 60_000
  if ((counts.get(matter_id)?.open ?? 0) > 0 && !isQuiet) return false
  await notifyStaff(tx, parts, { kind: "corrected", matter_id, about: last_at.toISOString() })
  return true
}
