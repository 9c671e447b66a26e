// Notifies the demo's staff of each event at its time, as the product does within seconds. Left to the background work,
// months of events would all be news of today.

import { markInboxRead } from "../server/intake/notifications/inbox.ts"
import {
  notifyOfAnswers,
  notifyOfLaterChanges,
  quiet_minutes,
} from "../server/intake/notifications/later-changes.ts"
import { notifyOfEvents } from "../server/intake/notifications/notify.ts"
import { sql } from "../server/platform/db/sql.ts"
import type { DemoFirm } from "./firm.ts"

/** Staff have read what is older, and the newest is waiting for them. */
const read_after_days = 3

/** A demo that lacks a notification is faulty. */
const failing = {
  error(about: object, message: string): never {
    throw new Error(message, { cause: about })
  },
}

/** When clients had been quiet for long enough after what they last changed or confirmed in a matter. */
async function quietTimes({ past }: DemoFirm, now: Date): Promise<Date[]> {
  const rows = await past.at(now, "", (tx) =>
    tx.all<{ last_at: Date }>(sql`
      select distinct last_at + make_interval(mins => ${quiet_minutes}) as last_at
        from (select max(changed_at) as last_at from changes group by matter_id
              union all
              select max(looked_at) from corrections group by matter_id) latest
       where last_at + make_interval(mins => ${quiet_minutes}) < ${now} order by 1`),
  )
  return rows.map(({ last_at }) => last_at)
}

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
  for (const then of await quietTimes(firm, now)) {
    const parts = { db: past.database(then), ring, base_url, log: failing }
    await notifyOfLaterChanges(parts, firm_id)
    await notifyOfAnswers(parts, firm_id)
  }
  const until = new Date(now.getTime() - read_after_days * 86_400_000)
  for (const user_id of Object.values(firm.staff))
    await past.at(until, user_id, (tx) => markInboxRead(tx, until))
}
