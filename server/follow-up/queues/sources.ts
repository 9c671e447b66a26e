// The SQL of each queue. Each statement starts at a partial index that contains only one firm's candidates, so its cost
// grows with the waiting work, not with the firm's history.

import { stalledDaysOf } from "../../firm/firms/stalled-days.ts"
import { awaitedDocuments } from "../../intake/checklist/due-days.ts"
import { answeredMatters, correctedMatters } from "../../intake/corrections/corrections.ts"
import { isPaused } from "../../intake/matters/invitations/paused-invitations.ts"
import type { Queue } from "../../intake/matters/list/queue.ts"
import { isDue, retentionOf } from "../../intake/matters/retention.ts"
import { waitingMatters } from "../../intake/messages/messages.ts"
import { isUnread } from "../../intake/submissions/review/read-marks.ts"
import { changedByClient, isUnseen } from "../../intake/submissions/review/unseen-matters.ts"
import { later } from "../../platform/clock.ts"
import { firmDayOf, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { withheld_prefix } from "../../platform/mail/mail-state.ts"
import { waitingNotes } from "../notes/waiting-notes.ts"

export type FirmSettings = Readonly<Record<string, unknown>>

/**
 * The rows of a queue: one for each matter, about what has waited longest, or one for each task and mention. They have
 * `matter_id`, `assignee_id`, `since`, and what the row is about, if anything: `invitation_id`, `note_id`, `is_mention` and
 * `detail`. Undefined when the firm's settings exclude the queue.
 */
export function sourceOf(tx: Tx, queue: Queue, settings: FirmSettings): Sql | undefined {
  switch (queue) {
    case "due":
      return sql`
        select ${columns}, (m.due_order + time '12:00') at time zone 'UTC' as since from matters m
         where m.completed_at is null and m.close_date is null and m.due_on is not null
           and m.due_order <= ${soon(tx)}`
    case "documents":
      return sql`
        select m.id as matter_id, m.assignee_id, null::text as invitation_id, null::text as note_id, false as is_mention,
               left(string_agg(d.label, ', ' order by d.due_on, d.label), 140) as detail,
               (min(d.due_on) + time '12:00') at time zone 'UTC' as since
          from ${awaitedDocuments} and d.due_on <= ${soon(tx)} group by m.firm_id, m.id`
    case "unread":
      return sql`
        select ${columns}, m.submitted_at as since from matters m
         where ${isSubmitted} and ${isUnread}`
    case "changed":
      return sql`
        select ${columns}, ${changedByClient} as since from matters m
         where ${isSubmitted} and not (${isUnread}) and ${isUnseen}`
    case "answered":
      return sql`
        select ${columns}, answered.since from (${answeredMatters}) answered join matters m on m.id = answered.matter_id
         where m.completed_at is null and m.close_date is null`
    case "messages":
      return sql`
        select ${columns}, waiting.since from (${waitingMatters}) waiting join matters m on m.id = waiting.matter_id
         where m.close_date is null`
    case "notes":
      return sql`
        select n.matter_id, n.assignee_id, null::text as invitation_id, n.note_id::text, n.is_mention,
               left(n.text, 140) as detail, n.since
          from (${waitingNotes(tx)}) n`
    case "undelivered":
      return undelivered
    case "expired":
      return sql`
        select distinct on (m.id) m.id as matter_id, m.assignee_id, i.id::text as invitation_id, null::text as note_id,
               false as is_mention, null::text as detail, i.expires_at as since
          from invitations i join matters m on m.id = i.matter_id and m.completed_at is null and m.close_date is null
         where i.revoked_at is null and i.started_at is null and i.expires_at <= ${tx.now} and not ${isPaused}
         order by m.id, i.expires_at, i.id`
    case "unassigned":
      return sql`
        select ${columns}, m.created_at as since from matters m
         where m.assignee_id is null and m.completed_at is null and m.close_date is null`
    case "corrections":
      return sql`
        select ${columns}, open.since from (${correctedMatters}) open join matters m on m.id = open.matter_id
         where m.completed_at is null and m.close_date is null`
    case "stalled":
      return stalled(later(tx.now, { days: -stalledDaysOf(settings) }))
    case "deletion": {
      const { years } = retentionOf(settings)
      if (years === null || !isQueueUsed(queue, settings)) return undefined
      return sql`
        select ${columns}, (m.close_date + time '12:00') at time zone 'UTC' as since from matters m
         where m.close_date is not null and ${isDue(tx, years)}`
    }
    default:
      return queue satisfies never
  }
}

/** What is due within so many days is due this week; the matter list counts the same days. */
const soon = (tx: Tx) => sql`${firmDayOf(tx.now)} + 7`

const columns = sql`
  m.id as matter_id, m.assignee_id, null::text as invitation_id, null::text as note_id, false as is_mention,
  null::text as detail`

const isSubmitted = sql`m.submitted_at is not null and m.completed_at is null and m.close_date is null`

/** Matters without activity or reminder since `before`, whether or not the client has a link. */
function stalled(before: Date): Sql {
  return sql`
    select ${columns}, m.last_activity_at as since from matters m
     where m.submitted_at is null and m.completed_at is null and m.close_date is null
       and m.last_activity_at < ${before}
       and not exists (select from reminders r where r.matter_id = m.id and r.reminded_at >= ${before})`
}

/** Whether a firm uses the queue: deletion is only due under a retention rule that staff apply manually. */
export function isQueueUsed(queue: Queue, settings: FirmSettings): boolean {
  if (queue !== "deletion") return true
  const { years, is_automatic } = retentionOf(settings)
  return years !== null && !is_automatic
}

/** The latest email of a kind to someone with a live link was not delivered, and none has been sent since. */
const undelivered = sql`
  select distinct on (matter_id) latest.* from (select distinct on (l.invitation_id)
         m.id as matter_id, m.assignee_id, l.invitation_id::text, null::text as note_id, false as is_mention,
         l.fault as detail, coalesce(l.gave_up_at, l.created_at) as since
    from mails l
    join invitations i on i.id = l.invitation_id and i.revoked_at is null
    join matters m on m.id = i.matter_id and m.completed_at is null and m.close_date is null
   where l.fault is not null and not starts_with(l.fault, ${withheld_prefix}) and l.sent_at is null
     and l.invitation_id is not null
     and (l.purpose in ('reminder', 'corrections', 'documents', 'message', 'handover')
           or l.purpose = 'invitation' and i.started_at is null)
     and not exists (select from mails n
                      where n.invitation_id = l.invitation_id and n.purpose = l.purpose and n.id > l.id)
   order by l.invitation_id, l.id desc) latest order by matter_id, since`
