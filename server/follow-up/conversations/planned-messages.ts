// Messages that are sent at a later time. Until then only staff see them, and can change them or take them back. The row
// goes away in the transaction that writes the message, so each is sent once, whatever process ends in between.
import { extendUnsent } from "../../intake/documents/attachments.ts"
import { isVisibleToStaff, mayBeAssigned } from "../../intake/matters/assignment.ts"
import { lockForWriting } from "../../intake/matters/editing.ts"
import type { InvitationParts } from "../../intake/matters/invitations/invitations.ts"
import { isPaused } from "../../intake/matters/invitations/paused-invitations.ts"
import { findMessageFaults, openTopic, writeMessage } from "../../intake/messages/writing.ts"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { badField, badRequest, conflict } from "../../platform/errors.ts"
import { type ByFirmParts, workByFirm } from "../../platform/jobs/by-firm.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { addNote, listReaders } from "../notes/notes.ts"

/** The longest time ahead. */
const max_days_ahead = 366

export interface PlannedMessage {
  id: string
  /** The topic that it replies in; null for a new one, which has a subject. */
  topic_id: string | null
  subject: string
  text: string
  send_at: Date
  /** The same by the firm's clock: YYYY-MM-DDTHH:MM. */
  send_local: string
  /** Why it was not sent at its time. */
  held_back: HeldBack | null
  written_by: string
  by_name: string
}

export type HeldBack = "matter_closed" | "no_author" | "no_client"

/** The time that a firm's clock shows as YYYY-MM-DDTHH:MM. */
export async function timeByFirm(tx: Tx, local: string): Promise<Date> {
  const { at } = await tx.one<{ at: Date }>(sql`
    select ${local}::text::timestamp at time zone time_zone as at from firms where id = current_firm()`)
  return at
}

type Content = Pick<PlannedMessage, "subject" | "text">

/** The context a planned message is sealed with. */
export function plannedContext(id: string): string {
  return `planned_messages:${id}`
}

/**
 * Plans a message, or changes one that the current user has planned. Throws "bad request" naming every fault, "not found",
 * and "conflict" for a closed matter, a message sent meanwhile, and one of a colleague.
 */
export async function planMessage(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  {
    id,
    topic_id,
    subject,
    text,
    send_at,
  }: Pick<PlannedMessage, "id" | "topic_id" | "subject" | "text" | "send_at">,
): Promise<void> {
  const faults = findMessageFaults({ text, ...(topic_id === null && { subject }) })
  if (faults.length > 0) throw badRequest(faults)
  const ahead = send_at.getTime() - tx.now.getTime()
  if (ahead <= 0) throw badField("chosen_time", "out_of_range", "Choose a time to come.")
  if (ahead > max_days_ahead * 86_400_000)
    throw badField("chosen_time", "out_of_range", "Choose a time within a year.")
  await lockForWriting(tx, matter_id)
  if (topic_id !== null)
    await tx.one(sql`select id from message_topics where matter_id = ${matter_id} and id = ${topic_id}`)
  if (await tx.maybe(sql`select id from messages where id = ${id}`)) throw sentMeanwhile()
  const content: Content = { subject: topic_id === null ? subject : "", text }
  const planned = await tx.maybe(sql`
    insert into planned_messages as p (id, matter_id, topic_id, content_sealed, send_at)
    values (${id}, ${matter_id}, ${topic_id}, ${ring.seal(JSON.stringify(content), plannedContext(id))}, ${send_at})
        on conflict (firm_id, id) do update
       set topic_id = excluded.topic_id, content_sealed = excluded.content_sealed, send_at = excluded.send_at, held_back = null
     where p.matter_id = excluded.matter_id and p.written_by = current_actor()
    returning id`)
  if (!planned) throw conflict("not_yours", "A colleague has planned this message. Take it back first.")
  await extendUnsent(tx, { matter_id, message_id: id }, send_at)
}

function sentMeanwhile() {
  return conflict("message_sent", "This message has been sent meanwhile.")
}

/** The matter's planned messages, by their times. */
export async function listPlanned(tx: Tx, ring: KeyRing, matter_id: string): Promise<PlannedMessage[]> {
  type Row = Omit<PlannedMessage, keyof Content> & { content_sealed: string }
  const rows = await tx.all<Row>(sql`
    select p.id, p.topic_id, p.content_sealed, p.send_at,
           to_char(p.send_at at time zone f.time_zone, 'YYYY-MM-DD"T"HH24:MI') as send_local, p.held_back, p.written_by, ${userName(sql`u`)} as by_name
      from planned_messages p join firms f on f.id = p.firm_id left join users u on u.id = p.written_by
     where p.matter_id = ${matter_id} order by p.send_at, p.id`)
  return rows.map(({ content_sealed, ...row }) => ({ ...row, ...opened(ring, row.id, content_sealed) }))
}

function opened(ring: KeyRing, id: string, sealed: string): Content {
  return JSON.parse(ring.open(sealed, plannedContext(id)))
}

/** Takes a planned message back; throws "conflict" if it is sent or taken back already. */
export async function takeBack(tx: Tx, matter_id: string, id: string): Promise<void> {
  if (!(await removePlan(tx, matter_id, id)))
    throw conflict("taken_back", "A colleague has taken this message back.")
}

/** Ends the plan of a message that is sent at once; false if a colleague has taken it back. Throws "conflict" if it is sent. */
export async function removePlan(tx: Tx, matter_id: string, id: string): Promise<boolean> {
  const removed = await tx.maybe(sql`
    delete from planned_messages where matter_id = ${matter_id} and id = ${id} returning id`)
  if (!removed && (await tx.maybe(sql`select id from messages where id = ${id}`))) throw sentMeanwhile()
  if (removed) await extendUnsent(tx, { matter_id, message_id: id }, tx.now)
  return removed !== undefined
}

/** The matters that the current user may see in which someone has planned messages, by name. */
export function listMattersWithPlans(tx: Tx, written_by: string): Promise<{ id: string; name: string }[]> {
  return tx.all(sql`
    select m.id, m.name from matters m
     where exists (select from planned_messages p
                    where p.matter_id = m.id and p.written_by = ${written_by} and p.held_back is null)
     order by m.name, m.id limit 100`)
}

interface Due {
  firm_id: string
  id: string
  written_by: string
}

/** Sends what is due, in one firm or in all; returns how many messages were written. */
export function sendPlannedMessages(parts: InvitationParts & ByFirmParts, of_firm = ""): Promise<number> {
  const find = (tx: Tx) =>
    tx.all<Due>(sql`
      select p.firm_id, p.id, p.written_by from planned_messages p join firms f on f.id = p.firm_id
       where p.send_at <= ${tx.now} and p.held_back is null and f.suspended_at is null
         and (${of_firm} = '' or p.firm_id = ${of_firm})
       order by p.send_at, p.id`)
  return workByFirm(parts, "planned message not sent", find, ({ firm_id, id, written_by }) =>
    parts.db.forFirm(firm_id, (tx) => sendIfDue(tx, parts, id), { user_id: written_by }),
  )
}

async function sendIfDue(tx: Tx, parts: InvitationParts, id: string): Promise<number> {
  const found = await tx.maybe<{ matter_id: string }>(
    sql`select matter_id from planned_messages where id = ${id}`,
  )
  if (!found) return 0
  const { matter_id } = found
  // The matter's lock comes first, as for every message.
  const matter = await tx.one<{ held_back: HeldBack | null }>(sql`
    select case when m.close_date is not null then 'matter_closed'
                when not exists (select from users u where u.id = current_actor() and u.deactivated_at is null
                                                       and ${mayBeAssigned} and ${isVisibleToStaff})
                then 'no_author'
                when exists (select from invitations i where i.matter_id = m.id)
                 and not exists (select from invitations i
                                  where i.matter_id = m.id and i.revoked_at is null and not i.is_for_parts and not ${isPaused})
                then 'no_client' end as held_back
      from matters m where m.id = ${matter_id} for no key update`)
  const isDue = sql`id = ${id} and send_at <= ${tx.now} and held_back is null`
  if (matter.held_back) {
    const held = await tx.run(sql`update planned_messages set held_back = ${matter.held_back} where ${isDue}`)
    if (held > 0) await tellStaff(tx, matter_id, matter.held_back)
    return 0
  }
  const due = await tx.maybe<{ topic_id: string | null; content_sealed: string }>(sql`
    delete from planned_messages where ${isDue} returning topic_id, content_sealed`)
  if (!due) return 0
  const { subject, text } = opened(parts.ring, id, due.content_sealed)
  if (due.topic_id) await writeMessage(tx, parts, { matter_id, topic_id: due.topic_id }, { id, text })
  else await openTopic(tx, parts, matter_id, { id, subject, text })
  return 1
}

export const reasons: Record<HeldBack, string> = {
  matter_closed: "the matter is closed",
  no_author: "its author can no longer write in this matter",
  no_client: "no client has a working invitation",
}

/** A task of the author or, if they can no longer do it, of the matter's assignee; a plain note if there is neither. */
async function tellStaff(tx: Tx, matter_id: string, why: HeldBack): Promise<void> {
  const { author, assignee } = await tx.one<{ author: string; assignee: string | null }>(sql`
    select current_actor() as author, assignee_id as assignee from matters where id = ${matter_id}`)
  const able = (await listReaders(tx, matter_id)).flatMap(({ id, may_act }) => (may_act ? id : []))
  const assignee_id = [author, assignee].find((id) => id !== null && able.includes(id)) ?? null
  const text = `A planned message was not sent, because ${reasons[why]}. It stands at the end of the conversation.`
  await addNote(tx, matter_id, { text, assignee_id, due_date: null })
}
