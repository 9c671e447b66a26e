// Notifies staff of what happened to a matter, in the console and by email. The email has only the matter's name and a
// link, and no client input. A row claims each occurrence in the transaction that sends it, so no one is notified
// twice.

import { type EventType, eventTraits } from "../../firm/events/schema.ts"
import type { StaffNotice } from "../../firm/events/staff-notices.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import { causedBy } from "../../platform/causes.ts"
import { later } from "../../platform/clock.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { lockForEditing } from "../matters/editing.ts"
import { filingLine, getFilingSummary } from "../matters/filing/filing-summary.ts"
import { addToInbox, type ShownKind } from "./inbox.ts"
import { shouldNotifyStaff } from "./message-notices.ts"
import { listRecipients } from "./recipients.ts"
import { type Audience, type NotificationKind, notificationRulesOf } from "./rules.ts"
import { notificationTitle, wordsOf } from "./words.ts"

export interface NotificationParts {
  db: Database
  ring: KeyRing
  base_url: string
}

/** A notice, and when it was queued: it is dated like what it tells, however late the background work is. */
type QueuedNotice = StaffNotice & { at?: string }

/** A recorded event, or a notice to staff that is not an event. */
export type NotifiedEvent = { firm_id: string; request_id?: string } & ({ event_id: string } | QueuedNotice)

/** Notifies staff of events. Calling it again for an event has no effect. */
export async function notifyOfEvents(
  parts: NotificationParts,
  events: readonly NotifiedEvent[],
): Promise<void> {
  for (const event of events) {
    const notify = (tx: Tx) =>
      "event_id" in event ? notifyOfEvent(tx, parts, event.event_id) : notifyOfNotice(tx, parts, event)
    await causedBy([event.request_id], () => parts.db.forFirm(event.firm_id, notify))
  }
}

/** At most one notification of added documents per matter in this time: clients upload many files in a row. */
export const document_minutes = 60

async function notifyOfNotice(
  current: Tx,
  parts: NotificationParts,
  { kind, matter_id, about, at }: QueuedNotice,
): Promise<void> {
  const tx = at === undefined ? current : { ...current, now: new Date(at) }
  // The matter was deleted in the meantime.
  if (!(await tx.maybe(sql`select id from matters where id = ${matter_id}`))) return
  if (kind === "document_added") {
    await lockForEditing(tx, matter_id)
    const since = later(tx.now, { minutes: -document_minutes })
    const recent = await tx.maybe(sql`
      select from notifications where matter_id = ${matter_id} and kind = ${kind} and notified_at > ${since}`)
    if (recent) return
  }
  await notifyStaff(tx, parts, { kind, matter_id, about })
}

async function notifyOfEvent(tx: Tx, parts: NotificationParts, event_id: string): Promise<void> {
  const event = await tx.maybe<{ event_type: EventType; matter_id: string; user_id: string }>(sql`
    select event_type, matter_id, user_id from events where id = ${event_id}`)
  const kind = event && eventTraits[event.event_type].notice
  if (!kind) return
  const { matter_id, user_id } = event
  if (kind === "message" && !(await shouldNotifyStaff(tx, event))) return
  const is_resubmission = event.event_type === "intakeform.resubmitted"
  await notifyStaff(tx, parts, { kind, matter_id, about: event_id, caused_by: user_id, is_resubmission })
}

interface Occurrence {
  kind: Exclude<NotificationKind, "inquiry">
  matter_id: string
  /** Identifies the occurrence; each is notified once. */
  about: string
  /** Who caused it and needs no notification. */
  caused_by?: string
  /** The matter had been submitted before. */
  is_resubmission?: boolean
  /** A paragraph for the email: the firm's own words only, no client input. */
  detail?: string
}

/**
 * Notifies every staff member selected by the firm's rules and their own preferences, in the console and, where they
 * chose so, by email. Returns the number of emails queued.
 */
export async function notifyStaff(
  tx: Tx,
  parts: Omit<NotificationParts, "db">,
  { kind, matter_id, about, caused_by = "", is_resubmission = false, detail }: Occurrence,
): Promise<number> {
  const audience = await readAudience(tx, kind)
  if (audience === "none") return 0
  const claimed = await tx.run(sql`
    insert into notifications (matter_id, kind, about, notified_at)
    select id, ${kind}, ${about}, ${tx.now} from matters where id = ${matter_id}
    on conflict do nothing`)
  if (claimed === 0) return 0
  const { name } = await tx.one<{ name: string }>(sql`select name from matters where id = ${matter_id}`)
  return deliver(tx, parts, audience, {
    kind,
    shown: is_resubmission ? "submitted_again" : kind,
    about,
    caused_by,
    name,
    matter_id,
    detail,
    button: {
      label: "Open the matter",
      path: `/console/matters/${matter_id}${kind === "message" ? "/conversation" : ""}`,
    },
  })
}

/** The same for a new inquiry; the email does not say from whom. */
export async function notifyOfInquiry(
  tx: Tx,
  parts: Omit<NotificationParts, "db">,
  { inquiry_id, questionnaire_title }: { inquiry_id: string; questionnaire_title: string },
): Promise<number> {
  const audience = await readAudience(tx, "inquiry")
  if (audience === "none") return 0
  return deliver(tx, parts, audience, {
    kind: "inquiry",
    shown: "inquiry",
    about: inquiry_id,
    caused_by: "",
    name: questionnaire_title,
    matter_id: null,
    inquiry_id,
    button: { label: "Open the inquiry", path: `/console/inquiries/${inquiry_id}` },
  })
}

async function readAudience(tx: Tx, kind: NotificationKind): Promise<Audience> {
  return notificationRulesOf((await getFirm(tx)).settings)[kind]
}

interface Delivery {
  kind: NotificationKind
  shown: ShownKind
  about: string
  caused_by: string
  name: string
  matter_id: string | null
  inquiry_id?: string
  detail?: string | undefined
  button: { label: string; path: string }
}

async function deliver(
  tx: Tx,
  { ring, base_url }: Omit<NotificationParts, "db">,
  audience: Audience,
  { kind, shown, about, caused_by, name, matter_id, inquiry_id, detail, button }: Delivery,
): Promise<number> {
  const recipients = await listRecipients(tx, { kind, matter_id, caused_by }, audience)
  const idsOf = (people: typeof recipients) => people.map(({ id }) => id)
  const title = notificationTitle(shown, name)
  const in_digest = recipients.filter(({ channel }) => channel === "digest")
  const subject = { matter_id, ...(inquiry_id && { inquiry_id }), kind: shown, about }
  await addToInbox(tx, subject, idsOf(recipients), idsOf(in_digest))
  const filed = matter_id && filingLine(await getFilingSummary(tx, matter_id))
  const mailed = recipients.filter(({ channel }) => channel === "email")
  for (const { id, email } of mailed) {
    await queueMail(tx, ring, {
      recipient: email,
      staff_id: id,
      matter_id: matter_id ?? undefined,
      subject: title,
      paragraphs: [wordsOf(shown).sentence, ...(detail ? [detail] : []), ...(filed ? [filed] : [])],
      button: { label: button.label, url: `${base_url}${button.path}` },
      footer: "Choose which emails you get under Notification settings in the console.",
    })
  }
  return mailed.length
}
