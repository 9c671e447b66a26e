// What a client changes after sending in, or answers of corrections, is told once the client has stopped, in one mail,
// not field by field.
import type { FastifyBaseLogger } from "fastify"
import {
  countOpenCorrections,
  lastAnsweredAt,
  listMattersWithCorrections,
} from "../corrections/corrections.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"
import { type NotificationKind, notificationRulesOf } from "./rules.ts"

/** How long the client must have changed nothing. */
export const quiet_minutes = 60
/** From one mail about a matter to the next. */
export const hours_between = 24

export interface LaterChangesParts extends NotificationParts {
  log: FastifyBaseLogger
}

/** Tells staff of changes after submission, of one firm or of all; returns how many matters were told of. */
export function notifyOfLaterChanges(parts: LaterChangesParts, of_firm?: string): Promise<number> {
  const list = async (tx: Tx) => (await findChanged(tx)).map(({ matter_id }) => matter_id)
  return notifyOfEach(parts, of_firm, "changed", list, notifyIfChanged)
}

/** Tells staff of answered corrections, of one firm or of all; returns how many matters were told of. */
export function notifyOfAnswers(parts: LaterChangesParts, of_firm?: string): Promise<number> {
  const list = async (tx: Tx) => [
    ...(await listMattersWithCorrections(tx, "open")),
    ...(await listMattersWithCorrections(tx, "answered")),
  ]
  return notifyOfEach(parts, of_firm, "corrected", list, notifyIfAnswered)
}

/** What fails in one matter keeps no other from being told of. */
async function notifyOfEach(
  parts: LaterChangesParts,
  of_firm: string | undefined,
  kind: NotificationKind,
  list: (tx: Tx) => Promise<string[]>,
  notify: (tx: Tx, parts: NotificationParts, matter_id: string) => Promise<boolean>,
): Promise<number> {
  let told = 0
  for (const firm_id of await listToldFirms(parts.db, kind, of_firm)) {
    for (const matter_id of await parts.db.forFirm(firm_id, list)) {
      try {
        if (await parts.db.forFirm(firm_id, (tx) => notify(tx, parts, matter_id))) told += 1
      } catch (error) {
        parts.log.error({ err: error, firm_id, matter_id, kind }, "staff not notified")
      }
    }
  }
  return told
}

/** Firms at work whose rules tell somebody of a kind of happening. */
async function listToldFirms(db: Database, kind: NotificationKind, of_firm = ""): Promise<string[]> {
  const firms = await db.forPlatform((tx) =>
    tx.all<{ id: string; settings: Record<string, unknown> }>(sql`
      select id, settings from firms
       where suspended_at is null and (${of_firm} = '' or id = ${of_firm}) order by id`),
  )
  return firms.filter(({ settings }) => notificationRulesOf(settings)[kind] !== "none").map(({ id }) => id)
}

async function notifyIfChanged(tx: Tx, parts: NotificationParts, matter_id: string): Promise<boolean> {
  await lockForEditing(tx, matter_id)
  // Read again, behind the lock: another worker may have told of it.
  const [still] = await findChanged(tx, matter_id)
  if (!still) return false
  await notifyStaff(tx, parts, { kind: "changed", matter_id, about: still.last_at.toISOString() })
  return true
}

/** Matters that wait for staff, in which a client changed something since it was sent and since staff were told. */
function findChanged(tx: Tx, only = ""): Promise<{ matter_id: string; last_at: Date }[]> {
  const quiet_since = new Date(tx.now.getTime() - quiet_minutes * 60_000)
  const told_before = new Date(tx.now.getTime() - hours_between * 3_600_000)
  return tx.all(sql`
    select m.id as matter_id, latest.changed_at as last_at
      from matters m
     cross join lateral (
           select max(n.notified_at) as at, max(n.about::timestamptz) as until
             from notifications n where n.matter_id = m.id and n.kind = 'changed') told
     cross join lateral (
           select c.changed_at from changes c join users by on by.id = c.changed_by and by.is_client_user
            where c.matter_id = m.id and c.changed_at > greatest(m.submitted_at, told.until)
            order by c.changed_at desc limit 1) latest
     where m.is_submitted and m.close_date is null and m.completed_at is null
       and m.last_activity_at > m.submitted_at and (${only} = '' or m.id = ${only})
       and latest.changed_at <= ${quiet_since} and (told.at is null or told.at <= ${told_before})
     order by m.id`)
}

async function notifyIfAnswered(tx: Tx, parts: NotificationParts, matter_id: string): Promise<boolean> {
  // Read behind the lock: another worker may have told of it.
  const { close_date, completed_at } = await lockForEditing(tx, matter_id)
  if (close_date !== null || completed_at !== null) return false
  const [last_at, counts, told] = await Promise.all([
    lastAnsweredAt(tx, matter_id),
    countOpenCorrections(tx, [matter_id]),
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
