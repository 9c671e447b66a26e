// Notifies the demo's staff of each event at its time, as the product does within seconds. Left to the background work,
// months of events would all be news of today.

import { markInboxRead } from "../server/notifications/inbox.ts"
import { notifyOfEvents } from "../server/notifications/notify.ts"
import { sql } from "../server/platform/db/sql.ts"
import type { DemoFirm } from "./firm.ts"

/** Staff have read what is older, and the newest is waiting for them. */
const read_after_days = 3

/** Creates the notifications and emails of all events of the firm so far; `now` is when the demo is loaded. */
export async function notifyInThePast(firm: DemoFirm, now: Date): Promise<void> {
  const { firm_id, past, ring, base_url } = firm
  const events = await past.at(now, "", (tx) =>
    tx.all<{ id: string; occurred_at: Date }>(
      sql`select id, occurred_at from events order by occurred_at, id`,
    ),
  )
  for (const { id: event_id, occurred_at } of events)
    await notifyOfEvents({ db: past.database(occurred_at), ring, base_url }, [{ firm_id, event_id }])
  const until = new Date(now.getTime() - read_after_days * 86_400_000)
  for (const user_id of Object.values(firm.staff))
    await past.at(until, user_id, (tx) => markInboxRead(tx, until))
}
