// Tells staff what happened to a matter, in the console and by mail. A mail is thin: the matter's name and a link,
// nothing a client wrote. A row claims each happening in the transaction that tells of it, so that nobody is told twice.
import type { EventType } from "../events/schema.ts"
import { getFirm } from "../firms/firms.ts"
import { isLetIn, isReachableBy } from "../matters/assignment.ts"
import { causedBy } from "../platform/causes.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { addToInbox } from "./inbox.ts"
import { isNewsToStaff } from "./messages.ts"
import { wantsMails } from "./own-mails.ts"
import { type Audience, audiences, type NotificationKind, notificationRulesOf } from "./rules.ts"
import { words } from "./words.ts"

export interface NotificationParts {
  db: Database
  ring: KeyRing
  base_url: string
}

export interface NotifiedEvent {
  firm_id: string
  event_id: string
  request_id?: string
}

/** Tells staff of events that were recorded; any number of times, each is told once. */
export async function notifyOfEvents(
  parts: NotificationParts,
  events: readonly NotifiedEvent[],
): Promise<void> {
  for (const { firm_id, event_id, request_id } of events) {
    await causedBy([request_id], () => parts.db.forFirm(firm_id, (tx) => notifyOfEvent(tx, parts, event_id)))
  }
}

async function notifyOfEvent(tx: Tx, parts: NotificationParts, event_id: string): Promise<void> {
  const event = await tx.maybe<{ event_type: EventType; matter_id: string; user_id: string }>(sql`
    select event_type, matter_id, user_id from events where id = ${event_id}`)
  const kind = event && kinds[event.event_type]
  if (!kind) return
  const { matter_id, user_id } = event
  if (kind === "message" && !(await isNewsToStaff(tx, event))) return
  const again = event.event_type === "intakeform.resubmitted"
  await notifyStaff(tx, parts, { kind, matter_id, about: event_id, caused_by: user_id, again })
}

const kinds: Partial<Record<EventType, NotificationKind>> = {
  "intakeform.started": "started",
  "intakeform.submitted": "submitted",
  "intakeform.resubmitted": "submitted",
  "message.created": "message",
}

export interface Notice {
  kind: NotificationKind
  matter_id: string
  /** Names the happening; the same one is told once. */
  about: string
  /** Who did it, and need not be told. */
  caused_by?: string
  /** Submitted before. */
  again?: boolean
}

/**
 * Notifies each member of staff whom the firm's rules name, in the console and, unless they have these mails off, by a
 * mail in the outbox; returns how many mails.
 */
export async function notifyStaff(
  tx: Tx,
  { ring, base_url }: Omit<NotificationParts, "db">,
  { kind, matter_id, about, caused_by = "", again = false }: Notice,
): Promise<number> {
  const firm = await getFirm(tx)
  const audience = notificationRulesOf(firm.settings)[kind]
  if (audience === "none") return 0
  const claimed = await tx.run(sql`
    insert into notifications (matter_id, kind, about, notified_at)
    select id, ${kind}, ${about}, ${tx.now} from matters where id = ${matter_id}
    on conflict do nothing`)
  if (claimed === 0) return 0
  const { name } = await tx.one<{ name: string }>(sql`select name from matters where id = ${matter_id}`)
  const { notified, mailed } = await listRecipients(tx, matter_id, audience, caused_by)
  const shown = again ? "submitted_again" : kind
  const say = words[shown]
  await addToInbox(tx, { matter_id, kind: shown, about }, notified)
  for (const { email } of mailed) {
    await queueMail(tx, ring, {
      recipient: email,
      matter_id,
      subject: say.subject(name),
      content: {
        firm_name: firm.name,
        color: firm.color,
        heading: say.subject(name),
        paragraphs: [say.sentence],
        button: { label: "Open the matter", url: `${base_url}/console/matters/${matter_id}` },
        footer: "You can switch these emails off under “Your account” in the console.",
      },
    })
  }
  return mailed.length
}

interface Recipient {
  id: string
  email: string
  is_named: boolean
  is_mailed: boolean
}

/**
 * Staff at work here who may see the matter and did not cause it themselves. Where the rule finds nobody, or nobody who
 * wants such mails, the admins stand in: a matter is never heard by nobody because its assignee has left.
 */
async function listRecipients(
  tx: Tx,
  matter_id: string,
  audience: Audience,
  caused_by: string,
): Promise<{ notified: string[]; mailed: Recipient[] }> {
  const rows = await tx.all<Recipient>(sql`
    select u.id, u.email, ${isNamed(audience)} as is_named, ${isMailed} as is_mailed
      from users u join matters m on m.id = ${matter_id}
     where ${isAtWork} and ${isLetIn} and (${isNamed(audience)} or u.role = 'admin')
     order by u.id`)
  const namedOrAll = (people: Recipient[]) => {
    const named = people.filter(({ is_named }) => is_named)
    return (named.length > 0 ? named : people).filter(({ id }) => id !== caused_by)
  }
  const mailed = namedOrAll(rows.filter(({ is_mailed }) => is_mailed))
  const notified = new Set([...namedOrAll(rows), ...mailed].map(({ id }) => id))
  return { notified: [...notified], mailed }
}

const isAtWork = sql`u.is_firm_staff and u.deactivated_at is null`
/** Whether a mail about matters reaches the member of staff `u`, who is at work here. */
const isMailed = sql`(u.email <> '' and ${wantsMails})`

/** Whether a firm's rule names the member of staff `u` for the matter `m`. */
function isNamed(audience: Audience): Sql {
  return audience === "all" ? isReachableBy : sql`(u.id is not distinct from m.assignee_id)`
}

/** Of these matters, those of which nobody would get any mail, not even an admin, though the firm's rules ask it. */
export async function findUnheard(tx: Tx, matter_ids: readonly string[]): Promise<Set<string>> {
  const { settings } = await getFirm(tx)
  const chosen = new Set(Object.values(notificationRulesOf(settings)))
  const audience = audiences.findLast((one) => one !== "none" && chosen.has(one))
  if (!audience) return new Set()
  const rows = await tx.all<{ id: string }>(sql`
    select m.id from matters m
     where m.id = any(${matter_ids}::text[]) and m.close_date is null
       and not exists (select from users u where ${isAtWork} and ${isMailed} and ${isLetIn} and (${isNamed(audience)} or u.role = 'admin'))`)
  return new Set(rows.map(({ id }) => id))
}
