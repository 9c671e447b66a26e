// Notifies staff of changes after submission, and of answered corrections, in one email once the client has stopped
// rather than field by field.

import { later } from "../../platform/clock.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type ByFirmParts, workByFirm } from "../../platform/jobs/by-firm.ts"
import { hasOpenCorrections, lastAnsweredAt } from "../corrections/corrections.ts"
import { lockForEditing } from "../matters/editing.ts"
import { hours_between_emails } from "../messages/client-mail.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"
import { type NotificationKind, notificationRulesOf } from "./rules.ts"

/** How long the client must have been inactive. */
export const quiet_minutes = 60

export interface LaterChangesParts extends NotificationParts {
  log: ByFirmParts["log"]
}

/** Notifies staff of changes after submission, in one firm or in all; returns the number of matters. */
export function notifyOfLaterChanges(parts: LaterChangesParts, of_firm?: string): Promise<number> {
  return notifyOfEach(parts, "changed", (tx) => findChanged(tx, { of_firm }), notifyIfChanged)
}

/** Notifies staff of answered corrections, in one firm or in all; returns the number of matters. */
export function notifyOfAnswers(parts: LaterChangesParts, of_firm?: string): Promise<number> {
  return notifyOfEach(parts, "corrected", (tx) => findAnswered(tx, of_firm), notifyIfAnswered)
}

interface MatterToNotify {
  firm_id: string
  matter_id: string
  settings: Record<string, unknown>
}

function notifyOfEach(
  parts: LaterChangesParts,
  kind: NotificationKind,
  find: (tx: Tx) => Promise<MatterToNotify[]>,
  notify: (tx: Tx, parts: NotificationParts, matter_id: string) => Promise<boolean>,
): Promise<number> {
  const findNotified = async (tx: Tx) =>
    (await find(tx))
      .filter(({ settings }) => notificationRulesOf(settings)[kind] !== "none")
      .map(({ firm_id, matter_id }) => ({ firm_id, matter_id, kind }))
  return workByFirm(parts, "staff not notified", findNotified, async ({ firm_id, matter_id }) =>
    Number(await parts.db.forFirm(firm_id, (tx) => notify(tx, parts, matter_id))),
  )
}

async function notifyIfChanged(tx: Tx, parts: NotificationParts, matter_id: string): Promise<boolean> {
  await lockForEditing(tx, matter_id)
  // Checked again under the lock: another worker may have notified them.
  const [still] = await findChanged(tx, { matter_id })
  if (!still) return false
  await notifyStaff(tx, parts, { kind: "changed", matter_id, about: still.last_at.toISOString() })
  return true
}

/** Submitted matters that a client changed since the submission and since staff were last notified. */
function findChanged(
  tx: Tx,
  { of_firm = "", matter_id = "" }: { of_firm?: string | undefined; matter_id?: string },
): Promise<(MatterToNotify & { last_at: Date })[]> {
  const quiet_since = later(tx.now, { minutes: -quiet_minutes })
  const notified_before = later(tx.now, { hours: -hours_between_emails })
  return tx.all(sql`
    select m.firm_id, m.id as matter_id, f.settings, latest.changed_at as last_at
      from matters m join firms f on f.id = m.firm_id
     cross join lateral (
           select max(n.notified_at) as at, max(n.about::timestamptz) as until
             from notifications n where n.firm_id = m.firm_id and n.matter_id = m.id and n.kind = 'changed') notified
     cross join lateral (
           select done.at as changed_at
             from (select c.changed_at as at, c.changed_by as by from changes c
                    where c.firm_id = m.firm_id and c.matter_id = m.id and not c.is_awaited
                   union all
                   select f.typed_at, f.typed_by from unfinished_fields f
                    where f.firm_id = m.firm_id and f.matter_id = m.id and f.is_change
                   union all
                   select a.added_at, a.added_by from agenda_items a
                    where a.firm_id = m.firm_id and a.matter_id = m.id and a.is_change) done
             join users u on u.firm_id = m.firm_id and u.id = done.by and u.is_client_user
            where done.at > greatest(m.submitted_at, notified.until)
            order by done.at desc limit 1) latest
     where f.suspended_at is null and (${of_firm} = '' or f.id = ${of_firm})
       and m.is_submitted and m.close_date is null and m.completed_at is null
       and m.last_activity_at > m.submitted_at and (${matter_id} = '' or m.id = ${matter_id})
       and latest.changed_at <= ${quiet_since} and (notified.at is null or notified.at <= ${notified_before})
     order by m.firm_id, m.id`)
}

/** Matters with open corrections in which anything was confirmed or changed since staff were last notified. */
function findAnswered(tx: Tx, of_firm = ""): Promise<MatterToNotify[]> {
  return tx.all(sql`
    select requested.firm_id, requested.matter_id, f.settings
      from (select firm_id, matter_id, min(requested_at) as since, max(looked_at) as looked_at from corrections
             where requested_at is not null and ended_at is null group by 1, 2) requested
      join firms f on f.id = requested.firm_id
     cross join lateral (
           select coalesce(max(n.about::timestamptz), '-infinity') as until from notifications n
            where n.firm_id = requested.firm_id and n.matter_id = requested.matter_id and n.kind = 'corrected') notified
     where f.suspended_at is null and (${of_firm} = '' or f.id = ${of_firm})
       and (requested.looked_at > notified.until or exists (
           select from changes c
            where c.firm_id = requested.firm_id and c.matter_id = requested.matter_id
              and c.changed_at > greatest(requested.since, notified.until)))
     order by 1, 2`)
}

async function notifyIfAnswered(tx: Tx, parts: NotificationParts, matter_id: string): Promise<boolean> {
  // Read under the lock: another worker may have notified them.
  const { close_date, completed_at } = await lockForEditing(tx, matter_id)
  if (close_date !== null || completed_at !== null) return false
  const [last_at, isOpen, notified] = await Promise.all([
    lastAnsweredAt(tx, matter_id),
    hasOpenCorrections(tx, matter_id),
    tx.one<{ until: Date | null }>(sql`
      select max(about::timestamptz) as until from notifications
       where matter_id = ${matter_id} and kind = 'corrected'`),
  ])
  if (!last_at || (notified.until && last_at <= notified.until)) return false
  const isQuiet = tx.now.getTime() - last_at.getTime() >= quiet_minutes * 60_000
  if (isOpen && !isQuiet) return false
  await notifyStaff(tx, parts, { kind: "corrected", matter_id, about: last_at.toISOString() })
  return true
}
