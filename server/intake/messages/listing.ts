import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { notFound } from "../../platform/errors.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { filesOf, openSubject, type StoredSubject, storedSubject } from "../documents/attachments.ts"
import { contextOf } from "./messages.ts"
import type { Message } from "./schema.ts"

/** A page of a matter's messages, newest first; throws "not found" for an unknown matter. */
export async function listMessages(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<Listing<Message>> {
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(sql`
      select (select count(*) from messages where matter_id = m.id) as count from matters m where m.id = ${matter_id}`),
    read(
      tx,
      ring,
      sql`m.matter_id = ${matter_id} order by m.written_at desc, m.id desc limit ${limit} offset ${offset}`,
    ),
  ])
  return { count, rows }
}

/** All messages of a matter, oldest first. */
export function listAllMessages(tx: Tx, ring: KeyRing, matter_id: string): Promise<Message[]> {
  return read(tx, ring, sql`m.matter_id = ${matter_id} order by m.written_at, m.id`)
}

/** One message; throws "not found". */
export async function getMessage(tx: Tx, ring: KeyRing, id: string): Promise<Message> {
  const [message] = await read(tx, ring, sql`m.id = ${id}`)
  if (!message) throw notFound()
  return message
}

async function read(tx: Tx, ring: KeyRing, which: Sql): Promise<Message[]> {
  type Row = Omit<Message, "text" | "topic"> & {
    text_sealed: string
    topic: Omit<Message["topic"], "subject"> & { subject: StoredSubject }
  }
  const rows = await tx.all<Row>(sql`
    select m.id, m.matter_id as matter,
           json_build_object('id', t.id, 'subject', ${storedSubject}, 'question', t.question_id, 'about', t.about) as topic,
           m.text_sealed, ${filesOf(sql`m`)} as documents,
           json_build_object('id', u.id, 'name', u.name, 'is_firm_staff', u.is_firm_staff,
                             'is_client_user', u.is_client_user) as user,
           timestamp_text(m.written_at) as created_at
      from messages m join message_topics t on t.id = m.topic_id join users u on u.id = m.written_by
     where ${which}`)
  return rows.map(({ text_sealed, ...row }) => ({
    ...row,
    topic: { ...row.topic, subject: openSubject(ring, row.topic.subject) },
    text: ring.open(text_sealed, contextOf(row.id)),
  }))
}
