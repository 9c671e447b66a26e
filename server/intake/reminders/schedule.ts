// Sends reminders by the firm's schedule. Workers run it every hour. If several find the same client due, one gets the
// matter's lock first, and the others then see its reminder.

import type { FastifyBaseLogger } from "fastify"
import { later } from "../../platform/clock.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { workByFirm } from "../../platform/jobs/by-firm.ts"
import { lockForEditing } from "../matters/editing.ts"
import { joinedMailAddress } from "../matters/invitations/invited.ts"
import { markReminderUnneeded } from "../matters/invitations/mail-states.ts"
import { withdrawUnrequested } from "../submissions/missing/withdrawn-items.ts"
import { isSomethingOpen } from "./open-tasks.ts"
import { type ReminderParts, type ReminderRules, reminderRulesOf, sendReminder } from "./reminders.ts"

export interface ScheduleParts extends ReminderParts {
  db: Database
  log: FastifyBaseLogger
}

/** Scheduled email goes out in the daytime, by the firm's clock. */
export const hours = { from: 8, until: 20 } as const

/** Reminds every client who is due, in one firm or in all that have the schedule on; returns how many. */
export function remindBySchedule(parts: ScheduleParts, of_firm?: string): Promise<number> {
  const find = (tx: Tx) => findDue(tx, { of_firm })
  return workByFirm(parts, "reminder not created", find, (one) =>
    parts.db.forFirm(one.firm_id, (tx) => remindIfDue(tx, parts, one)),
  )
}

interface RemindingFirm {
  firm_id: string
  rules: ReminderRules
}

/** Firms with the schedule on whose local time is within those hours. */
async function listRemindingFirms(tx: Tx, of_firm = ""): Promise<RemindingFirm[]> {
  const firms = await tx.all<{ id: string; settings: Record<string, unknown> }>(sql`
    select id, settings from firms
     where suspended_at is null and settings -> 'reminders' -> 'by_schedule' = 'true'
       and extract(hour from ${tx.now}::timestamptz at time zone time_zone) >= ${hours.from}
       and extract(hour from ${tx.now}::timestamptz at time zone time_zone) < ${hours.until}
       and (${of_firm} = '' or id = ${of_firm}) order by id`)
  return firms.map(({ id, settings }) => ({ firm_id: id, rules: reminderRulesOf(settings) }))
}

interface Due {
  firm_id: string
  matter_id: string
  invitation_id: string
  step: number
}

async function remindIfDue(tx: Tx, parts: ReminderParts, due: Due): Promise<number> {
  const { is_submitted, completed_at } = await lockForEditing(tx, due.matter_id)
  // Helpers don't see what the clients submitted, so what their answers hide is withdrawn here.
  if (is_submitted || completed_at !== null) await withdrawUnrequested(tx, due.matter_id)
  // Checked again under the lock: another worker may have been faster, or the client may have just submitted.
  const [still] = await findDue(tx, { of_firm: due.firm_id, invitation_id: due.invitation_id })
  if (!still) return 0
  const isWaiting = !is_submitted || completed_at !== null || (await isSomethingOpen(tx, due.matter_id))
  if (isWaiting && (await sendReminder(tx, parts, still))) return 1
  await markReminderUnneeded(tx, due.invitation_id)
  return 0
}

/**
 * The clients who are due. Their matter is open, and no client was active in it for `first_after_days`. They have an
 * address, and the link is known to have reached them or they have started. Their last reminder, manual ones included,
 * was `then_every_days` ago, and the schedule has sent fewer than `at_most`. A submitted matter counts again while
 * corrections are open, from the time of the request, or else while items of the submission are, from its time; a
 * correction counts as open until staff resolve it. A completed matter counts only while items are open. Who turned out to
 * have nothing to do, because all of it is the other client's, is looked at again after `then_every_days`, or once
 * something else is open. One query covers all firms, so a firm with nothing due costs no query of its own.
 */
async function findDue(
  tx: Tx,
  { of_firm, invitation_id: only = "" }: { of_firm?: string | undefined; invitation_id?: string },
): Promise<Due[]> {
  const firms = await listRemindingFirms(tx, of_firm)
  const column = <Value>(of: (rules: ReminderRules) => Value) => firms.map(({ rules }) => of(rules))
  return tx.all(sql`
    select i.firm_id, i.id as invitation_id, i.matter_id, taken.steps + 1 as step
      from unnest(${firms.map(({ firm_id }) => firm_id)}::text[],
                  ${column((rules) => later(tx.now, { days: -rules.first_after_days }))}::timestamptz[],
                  ${column((rules) => later(tx.now, { days: -rules.then_every_days }))}::timestamptz[],
                  ${column((rules) => rules.at_most)}::integer[]) as f (id, quiet_since, reminded_before, at_most)
     -- "offset 0" forces the join order: from each firm to its open matters to their invitations.
     cross join lateral (
           select * from matters m
            where m.firm_id = f.id and m.close_date is null and not m.reminders_off and m.sharing_paused_at is null
              and (m.completed_at is null and m.client_may_edit or m.completed_at is not null and exists (
                    select from open_items o where o.firm_id = m.firm_id and o.matter_id = m.id)) offset 0) m
     cross join lateral (
           select * from invitations i
            where i.firm_id = m.firm_id and i.matter_id = m.id and i.revoked_at is null and i.party <> 'helper'
              and (i.sent_at is not null or i.started_at is not null) and (${only} = '' or i.id = ${only}) offset 0) i
      left join users u on u.firm_id = i.firm_id and u.id = i.user_id
      left join lateral (
           select min(c.requested_at) as since, max(c.requested_at) as last_at from corrections c
            where m.is_submitted and m.completed_at is null and c.firm_id = m.firm_id and c.matter_id = m.id
              and c.requested_at is not null and c.ended_at is null) requested on true
      left join lateral (
           select max(o.submitted_at) as since, max(greatest(o.submitted_at, o.requested_at)) as last_at
             from submitted_open_items o
            where (m.is_submitted or m.completed_at is not null) and o.firm_id = m.firm_id and o.matter_id = m.id
              and o.is_latest and o.state = 'open') waited on true
     cross join lateral (
           select coalesce(requested.since, waited.since) as since,
                  greatest(requested.last_at, waited.since) as last_at,
                  greatest(requested.last_at, waited.last_at) as newest_at) something
     cross join lateral (
           select count(r.step)::integer as steps, max(r.reminded_at) as last_at,
                  count(r.step) filter (where something.since is null or r.reminded_at > something.since) as steps_now
             from reminders r where r.firm_id = i.firm_id and r.invitation_id = i.id) taken
     where (not m.is_submitted and m.completed_at is null or something.since is not null) and ${joinedMailAddress} <> ''
       and (i.started_at is not null or not exists (
           select from mails g
            where g.firm_id = i.firm_id and g.invitation_id = i.id and g.purpose = 'invitation' and g.gave_up_at is not null
              and g.id = (select max(l.id) from mails l
                           where l.firm_id = i.firm_id and l.invitation_id = i.id and l.purpose = 'invitation')))
       and greatest(i.sent_at, i.started_at, m.started_at, something.last_at) <= f.quiet_since
       and taken.steps_now < f.at_most
       and (taken.last_at is null or taken.last_at <= f.reminded_before)
       and (i.reminder_unneeded_at is null or i.reminder_unneeded_at <= f.reminded_before
            or i.reminder_unneeded_at < something.newest_at)
       and not exists (
           select from changes c join users by on by.firm_id = c.firm_id and by.id = c.changed_by and by.is_client_user
            where c.firm_id = m.firm_id and c.matter_id = m.id and c.changed_at > f.quiet_since)
     order by i.firm_id, i.id`)
}
