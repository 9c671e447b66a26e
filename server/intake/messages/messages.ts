// Messages between the firm and the clients of a matter, by topic. Subjects and texts are encrypted. A topic waits for the firm
// from a client's first unanswered message until staff reply or mark that no reply is needed.

import { type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import {
  type Attachment,
  filesOf,
  openSubject,
  type StoredSubject,
  storedSubject,
} from "../documents/attachments.ts"

export interface TopicRow {
  id: string
  subject: string
  /** The question the topic was opened from, and the client it is about. */
  question_id: string | null
  about: string | null
  /** When the client started to wait for a reply. */
  waiting_since: Date | null
  messages: number
  /** Messages of other people since the reader's last visit. */
  unread: number
  last_at: Date
  last_by_name: string
  last_is_from_client: boolean
}

/** The topics of a matter, with what `reader` has not read, latest message first. */
export async function listTopics(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  reader: string,
): Promise<TopicRow[]> {
  const rows = await tx.all<WithStoredSubject<TopicRow>>(
    sql`${topicsFor(reader)} where t.matter_id = ${matter_id} order by last.written_at desc, t.id desc`,
  )
  return rows.map((row) => withSubject(ring, row))
}

export type QuestionTopic = Pick<TopicRow, "id" | "about"> & { question_id: string }

/** The topics about questions, latest last. */
export function questionTopicsOf(matter_id: string): Sql {
  return sql`
    select id, question_id, about from message_topics
     where matter_id = ${matter_id} and question_id is not null order by id`
}

/** One topic of the matter; throws "not found". */
export async function getTopic(
  tx: Tx,
  ring: KeyRing,
  { matter_id, topic_id }: { matter_id: string; topic_id: string },
  reader: string,
): Promise<TopicRow> {
  const row = await tx.one<WithStoredSubject<TopicRow>>(
    sql`${topicsFor(reader)} where t.matter_id = ${matter_id} and t.id = ${topic_id}`,
  )
  return withSubject(ring, row)
}

type WithStoredSubject<Row> = Omit<Row, "subject"> & { subject: StoredSubject }

function withSubject<Row extends { subject: StoredSubject }>(ring: KeyRing, row: Row) {
  return { ...row, subject: openSubject(ring, row.subject) }
}

const topicsFor = (reader: string) => sql`
  select t.id, ${storedSubject} as subject, t.question_id, t.about, t.waiting_since, last.number as messages,
         (select count(*) from messages m
           where m.topic_id = t.id and m.written_by <> ${reader} and m.number > coalesce(read.last_number, 0)) as unread,
         last.written_at as last_at, ${userName(sql`u`)} as last_by_name, last.is_from_client as last_is_from_client
    from message_topics t
    join lateral (select m.* from messages m where m.topic_id = t.id order by m.number desc limit 1) last on true
    left join users u on u.id = last.written_by
    left join message_reads read on read.topic_id = t.id and read.user_id = ${reader}`

export interface MessageRow {
  id: string
  number: number
  text: string
  is_from_client: boolean
  written_by: string
  by_name: string
  written_at: Date
  files: Attachment[]
}

const message = sql`
  m.id, m.number, m.text_sealed, m.is_from_client, m.written_by, ${userName(sql`u`)} as by_name, m.written_at,
  ${filesOf(sql`m`)} as files`

/** The messages of a topic, oldest first. */
export async function readTopic(tx: Tx, ring: KeyRing, topic_id: string): Promise<MessageRow[]> {
  const rows = await tx.all<Sealed<MessageRow>>(sql`
    select ${message} from messages m left join users u on u.id = m.written_by
     where m.topic_id = ${topic_id} order by m.number`)
  return rows.map((row) => unseal(ring, row))
}

/** A message with its topic. */
export interface TopicMessage
  extends MessageRow,
    Pick<TopicRow, "subject" | "question_id" | "about" | "waiting_since"> {
  topic_id: string
  is_last_of_topic: boolean
  /** Written by someone else after the reader's last visit. */
  is_unread: boolean
  /** Who else has read up to here, and no further. */
  read_by: { name: string; at: string }[]
}

/** These messages, in no order, with what `reader` has not read. */
export async function readMessages(
  tx: Tx,
  ring: KeyRing,
  ids: readonly string[],
  reader: string,
): Promise<TopicMessage[]> {
  if (ids.length === 0) return []
  const rows = await tx.all<WithStoredSubject<Sealed<TopicMessage>>>(sql`
    select ${message}, m.topic_id, ${storedSubject} as subject, t.question_id, t.about, t.waiting_since,
           not exists (select from messages later where later.topic_id = m.topic_id and later.number > m.number)
             as is_last_of_topic,
           m.written_by <> ${reader} and m.number > coalesce(read.last_number, 0) as is_unread,
           coalesce((select json_agg(json_build_object('name', ${userName(sql`p`)}, 'at', r.read_at) order by r.read_at)
                       from message_reads r join users p on p.id = r.user_id
                      where r.topic_id = m.topic_id and r.last_number = m.number
                        and r.user_id not in (m.written_by, ${reader})), '[]'::json) as read_by
      from messages m join message_topics t on t.id = m.topic_id left join users u on u.id = m.written_by
      left join message_reads read on read.topic_id = m.topic_id and read.user_id = ${reader}
     where m.id = any(${[...ids]}::text[])`)
  return rows.map((row) => unseal(ring, withSubject(ring, row)))
}

type Sealed<Row> = Omit<Row, "text"> & { id: string; text_sealed: string }

function unseal<Row extends Sealed<unknown>>(ring: KeyRing, { text_sealed, ...row }: Row) {
  return { ...row, text: ring.open(text_sealed, contextOf(row.id)) }
}

/** What was read stays read since the first time: reading it again writes nothing. */
const onward = sql`
  on conflict (firm_id, topic_id, user_id) do update
     set last_number = excluded.last_number, read_at = excluded.read_at where excluded.last_number > r.last_number`

/** Records that the current user has read a topic up to this message. */
export async function markTopicRead(
  tx: Tx,
  { matter_id, topic_id, number }: { matter_id: string; topic_id: string; number: number },
): Promise<void> {
  await tx.run(sql`
    insert into message_reads as r (matter_id, topic_id, last_number, read_at)
    values (${matter_id}, ${topic_id}, ${number}, ${tx.now})
    ${onward}`)
}

/** Records that the current user has read these messages, and with each what its topic had before. */
export async function markMessagesRead(tx: Tx, matter_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    insert into message_reads as r (matter_id, topic_id, last_number, read_at)
    select m.matter_id, m.topic_id, max(m.number), ${tx.now} from messages m
     where m.matter_id = ${matter_id} and m.id = any(${[...ids]}::text[]) group by m.matter_id, m.topic_id
    ${onward}`)
}

/** When staff last read a topic of the matter; null if never. */
export async function lastReadByStaff(tx: Tx, matter_id: string): Promise<Date | null> {
  const { at } = await tx.one<{ at: Date | null }>(sql`
    select max(r.read_at) as at from message_reads r join users u on u.id = r.user_id and u.is_firm_staff
     where r.matter_id = ${matter_id}`)
  return at
}

/** SQL statement: the matters in which a client waits for a reply, and since when. */
export const waitingMatters: Sql = sql`
  select t.matter_id, min(t.waiting_since) as since
    from message_topics t where t.waiting_since is not null group by t.matter_id`

/** The context a message's text is sealed with. */
export function contextOf(id: string): string {
  return `messages:${id}`
}
