// Files attached to messages are documents of the matter. They are uploaded before their message is sent, under the
// message's future id. Until then, only the uploader sees them.
import { recordAudit } from "../../firm/audit/audit.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { notFound } from "../../platform/errors.ts"
import { enqueue } from "../../platform/jobs/queue.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

export interface Attachment {
  document_id: string
  filename: string
  /** Bytes. */
  size: number
}

/** An attachment with its topic and sender. */
export interface SentAttachment extends Attachment {
  message_id: string
  topic_id: string
  subject: string
  is_from_client: boolean
  uploaded_at: string
}

/** The subject of a topic as it is stored: sealed or, if an earlier release opened the topic, plain. */
export interface StoredSubject {
  id: string
  plain: string
  sealed: string | null
}

/** SQL expression: the stored subject of the topic `t` as JSON. */
export const storedSubject: Sql = sql`
  json_build_object('id', t.id, 'plain', t.subject, 'sealed', t.subject_sealed)`

export function openSubject(ring: KeyRing, { id, plain, sealed }: StoredSubject): string {
  return sealed === null ? plain : ring.open(sealed, topicContext(id))
}

/** The context a topic's subject is sealed with. */
export function topicContext(id: string): string {
  return `message_topics:${id}`
}

/** The files of all messages of a matter, newest first. */
export async function listAttachments(tx: Tx, ring: KeyRing, matter_id: string): Promise<SentAttachment[]> {
  const rows = await tx.all<Omit<SentAttachment, "subject"> & { subject: StoredSubject }>(sql`
    select d.id as document_id, d.filename, d.size, m.id as message_id, m.topic_id, ${storedSubject} as subject,
           m.is_from_client,
           timestamp_text(d.uploaded_at) as uploaded_at
      from messages m join message_topics t on t.id = m.topic_id
      join documents d on ${attachedTo(sql`m`)}
     where m.matter_id = ${matter_id}
     order by d.uploaded_at desc, d.id desc`)
  return rows.map(({ subject, ...row }) => ({ ...row, subject: openSubject(ring, subject) }))
}

/** SQL condition: `d` is a sent file of `message`. */
const attachedTo = (message: Sql): Sql => sql`
  d.message_id = ${message}.id and d.matter_id = ${message}.matter_id and not d.is_unsent and d.removed_at is null`

/** SQL expression: the files of a message as JSON, in upload order. */
export const filesOf = (message: Sql): Sql => sql`
  coalesce((select json_agg(json_build_object('document_id', d.id, 'filename', d.filename, 'size', d.size) order by d.id)
              from documents d where ${attachedTo(message)}), '[]'::json)`

/** Files the current user has uploaded for a message they have not sent yet, in upload order. */
export function listUnsent(tx: Tx, matter_id: string, message_id: string): Promise<Attachment[]> {
  return tx.all(sql`
    select d.id as document_id, d.filename, d.size from documents d
     where ${ownUnsent(matter_id, message_id)} order by d.uploaded_at, d.id`)
}

/** Removes a file before its message is sent; throws "not found". */
export async function removeUnsent(
  tx: Tx,
  { matter_id, message_id }: { matter_id: string; message_id: string },
  document_id: string,
): Promise<void> {
  const removed = await tx.run(sql`
    update documents d set removed_at = ${tx.now}
     where d.id = ${document_id} and ${ownUnsent(matter_id, message_id)}`)
  if (removed === 0) throw notFound()
  await enqueue(tx, "sweep-files", {})
}

/** Saves the writer's uploads for a message that is sent at this time: they are swept a week after it. */
export async function extendUnsent(
  tx: Tx,
  { matter_id, message_id }: { matter_id: string; message_id: string },
  until: Date,
): Promise<void> {
  await tx.run(sql`update documents d set uploaded_at = ${until} where ${ownUnsent(matter_id, message_id)}`)
}

/** Publishes the writer's uploads with their message. */
export async function sendAttachments(
  tx: Tx,
  { matter_id, message_id }: { matter_id: string; message_id: string },
): Promise<void> {
  const sent = await tx.all<{ id: string; filename: string }>(sql`
    update documents d set is_unsent = false, uploaded_at = ${tx.now}
     where ${ownUnsent(matter_id, message_id)} returning d.id, d.filename`)
  for (const { id: record_id, filename: label } of sent)
    await recordAudit(tx, "document_attached", { matter_id, record_id, label })
}

const ownUnsent = (matter_id: string, message_id: string) => sql`
  d.message_id = ${message_id} and d.matter_id = ${matter_id} and d.is_unsent and d.removed_at is null
  and d.uploaded_by = current_actor()`
