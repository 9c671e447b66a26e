// Writes messages, in a new or existing topic. An email notifies the other side that there is a message, without its
// text.

import { inLines, inOneLine, isVisible } from "../../definition/values/typed-text.ts"
import { recordEvent } from "../../firm/events/events.ts"
import { requireFreeId } from "../../platform/db/schema/id-conflicts.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type ApiFault, badRequest, tooLong } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { sendAttachments, topicContext } from "../documents/attachments.ts"
import { lockForWriting } from "../matters/editing.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { getMatterRow, subjectOf } from "../matters/matter-row.ts"
import { emailClients } from "./client-mail.ts"
import { contextOf, markTopicRead } from "./messages.ts"

export const max_subject_characters = 200
export const max_message_text_characters = 5_000

export interface NewMessage {
  text: string
  /** Set by the form, so that submitting it twice writes one message; the files uploaded under this id are attached. */
  id?: string
}

export interface NewTopic extends NewMessage {
  subject: string
  /** The question the topic is opened from, and the client it is about. */
  question_id?: string | null
  about?: string | null
}

/**
 * Opens a topic with its first message and returns the topic's id. Throws "bad request" naming every fault, "not
 * found", and "conflict" for a closed matter.
 */
export async function openTopic(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { subject: typed, question_id = null, about = null, ...message }: NewTopic,
): Promise<string> {
  const subject = inOneLine(typed)
  const faults = findMessageFaults({ subject, text: message.text })
  if (faults.length > 0) throw badRequest(faults)
  await lockForWriting(tx, matter_id)
  const written = message.id && (await findTopicOf(tx, matter_id, message.id))
  if (written) return written
  const id = newId("topic")
  await tx.run(sql`
    insert into message_topics (id, matter_id, subject, subject_sealed, question_id, about, opened_at)
    values (${id}, ${matter_id}, 'Message', ${parts.ring.seal(subject, topicContext(id))}, ${question_id}, ${about}, ${tx.now})`)
  await write(tx, parts, { matter_id, topic_id: id, ...message })
  return id
}

/**
 * Writes to a topic of the matter and returns the message's id. Throws "bad request" naming every fault, "not found",
 * and "conflict" for a closed matter.
 */
export async function writeMessage(
  tx: Tx,
  parts: InvitationParts,
  { matter_id, topic_id }: { matter_id: string; topic_id: string },
  message: NewMessage,
): Promise<string> {
  const faults = findMessageFaults(message)
  if (faults.length > 0) throw badRequest(faults)
  await lockForWriting(tx, matter_id)
  await tx.one(sql`select id from message_topics where matter_id = ${matter_id} and id = ${topic_id}`)
  if (message.id && (await findTopicOf(tx, matter_id, message.id)) === topic_id) return message.id
  return write(tx, parts, { matter_id, topic_id, ...message })
}

/** Records that a client's message needs no reply; throws "not found". */
export async function markReplyNotNeeded(tx: Tx, matter_id: string, topic_id: string): Promise<void> {
  await tx.one(sql`
    update message_topics set waiting_since = null where matter_id = ${matter_id} and id = ${topic_id} returning id`)
}

async function write(
  tx: Tx,
  parts: InvitationParts,
  { matter_id, topic_id, text, id = newId("message") }: NewMessage & { matter_id: string; topic_id: string },
): Promise<string> {
  const sealed = parts.ring.seal(inLines(text), contextOf(id))
  const writing = tx.one<{ number: number; is_from_client: boolean }>(sql`
    insert into messages (id, matter_id, topic_id, number, text_sealed, is_from_client, written_at)
    select ${id}, ${matter_id}, ${topic_id},
           coalesce((select max(m.number) from messages m where m.topic_id = ${topic_id}), 0) + 1, ${sealed},
           u.is_client_user, ${tx.now}
      from users u where u.id = current_actor()
    returning number, is_from_client`)
  const { number, is_from_client } = await requireFreeId("messages", writing)
  await tx.run(sql`
    update message_topics
       set waiting_since = case when ${is_from_client}::boolean then coalesce(waiting_since, ${tx.now}) end
     where id = ${topic_id}`)
  await markTopicRead(tx, { matter_id, topic_id, number })
  await sendAttachments(tx, { matter_id, message_id: id })
  await recordEvent(tx, "message.created", subjectOf(await getMatterRow(tx, matter_id)))
  if (!is_from_client) await emailClients(tx, parts, { matter_id, topic_id })
  return id
}

async function findTopicOf(tx: Tx, matter_id: string, message_id: string): Promise<string | undefined> {
  const row = await tx.maybe<{ topic_id: string }>(sql`
    select topic_id from messages where id = ${message_id} and matter_id = ${matter_id}`)
  return row?.topic_id
}

/** The faults of a message, and of the subject if it opens a topic, each with its parameter and code. */
export function findMessageFaults({ subject, text }: { subject?: string; text: string }): ApiFault[] {
  return [...(subject === undefined ? [] : faultsOfSubject(subject)), ...faultsOfText(text)]
}

function faultsOfSubject(subject: string): ApiFault[] {
  if (subject.length <= max_subject_characters && isVisible(subject)) return []
  return [
    subject.length > max_subject_characters
      ? {
          param: "subject",
          code: "too_long",
          message: `Use at most ${max_subject_characters} characters for the subject.`,
        }
      : { param: "subject", code: "required", message: "Enter a short subject." },
  ]
}

function faultsOfText(text: string): ApiFault[] {
  const { length } = inLines(text)
  if (length === 0) return [{ param: "text", code: "required", message: "Write a message." }]
  if (length <= max_message_text_characters) return []
  return [tooLong("text", length, max_message_text_characters)]
}
