// Notifies the responsible staff once when a matter stalls. After new activity or a reminder, it may stall again.
import { default_stalled_days } from "../../firm/firms/stalled-days.ts"
import { lockForEditing } from "../../intake/matters/editing.ts"
import type { LaterChangesParts } from "../../intake/notifications/later-changes.ts"
import { notifyStaff } from "../../intake/notifications/notify.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { workByFirm } from "../../platform/jobs/by-firm.ts"

/** Older stalls are listed without a notification, so that neither an outage nor a new setting floods anyone. */
const notified_within_days = 7

/** Notifies staff of stalled matters, in one firm or in all; returns how many. */
export function notifyOfStalled(parts: LaterChangesParts, of_firm?: string): Promise<number> {
  const find = (tx: Tx) => findStalled(tx, { of_firm })
  return workByFirm(parts, "staff not notified", find, ({ firm_id, matter_id }) =>
    parts.db.forFirm(firm_id, async (tx) => {
      await lockForEditing(tx, matter_id)
      // Checked again under the lock: another worker may have notified them.
      const [still] = await findStalled(tx, { of_firm: firm_id, matter_id })
      if (!still) return 0
      await notifyStaff(tx, parts, { kind: "stalled", matter_id, about: still.quiet_since.toISOString() })
      return 1
    }),
  )
}

interface Stalled {
  firm_id: string
  matter_id: string
  /** The last activity or reminder. */
  quiet_since: Date
}

/**
 * Unsubmitted matters whose last activity or reminder is just as many days ago as the firm's setting says. One query
 * covers all firms, through what last happened in those few days.
 */
function findStalled(
  tx: Tx,
  { of_firm = "", matter_id = "" }: { of_firm?: string | undefined; matter_id?: string },
): Promise<Stalled[]> {
  return tx.all(sql`
    select f.id as firm_id, m.id as matter_id, latest.at as quiet_since
      from firms f
     cross join lateral (
           select ${tx.now}::timestamptz - make_interval(days => coalesce((f.settings ->> 'stalled_days')::integer, ${default_stalled_days})) as until) quiet
     cross join lateral (
           select a.id from matters a
            where a.firm_id = f.id and a.submitted_at is null and a.completed_at is null and a.close_date is null
              and a.last_activity_at < quiet.until
              and a.last_activity_at >= quiet.until - make_interval(days => ${notified_within_days})
            union
           select r.matter_id from reminders r
            where r.firm_id = f.id and r.reminded_at < quiet.until
              and r.reminded_at >= quiet.until - make_interval(days => ${notified_within_days})) candidate
      join matters m on m.firm_id = f.id and m.id = candidate.id
     cross join lateral (
           select greatest(m.last_activity_at, max(r.reminded_at)) as at
             from reminders r where r.firm_id = m.firm_id and r.matter_id = m.id) latest
     where f.suspended_at is null and (${of_firm} = '' or f.id = ${of_firm}) and (${matter_id} = '' or m.id = ${matter_id})
       and f.settings -> 'notifications' ->> 'stalled' is distinct from 'none'
       and m.submitted_at is null and m.completed_at is null and m.close_date is null and latest.at < quiet.until
       and not exists (select from notifications n
                        where n.firm_id = m.firm_id and n.matter_id = m.id and n.kind = 'stalled'
                          and n.notified_at > latest.at)
     order by 1, 2`)
}
