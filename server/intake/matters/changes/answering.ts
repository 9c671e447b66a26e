// When a change answers a correction: then its event is recorded, once, with the change.
import { recordEvent } from "../../../firm/events/events.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { getMatterRow, subjectOf } from "../matter-row.ts"

/** Fields of the matter's own record consist of an id and possibly the client it is about. */
const isPart = sql`
  ch.record_id = c.matter_id and split_part(ch.field, ':', 1) collate "C" = c.record_id
  and (c.about is null or split_part(ch.field, ':', 2) collate "C" = c.about)`

/** The changed record is a file of the request or asset. */
const isFile = sql`
  exists (select from documents f where f.id = ch.record_id and c.record_id in (f.request_id, f.asset_id))`

/** The file itself was removed, or another one was sent in its place. */
const isReplacement = sql`
  (ch.record_id = c.record_id or exists (
     select from documents f where f.id = ch.record_id and f.replaces = c.record_id and f.removed_at is null))`

/**
 * The changes `ch` with which a client, between request and end, touched the subject of correction `c`. A file counts
 * for the request or asset it belongs to, and for the file it was sent in place of, and saying that one does not have it for
 * the request; facts a couple shares count for the main contact.
 */
export const changesAnswering: Sql = sql`
  changes ch
   where c.requested_at is not null and ch.matter_id = c.matter_id and ch.changed_at > c.requested_at
     and ch.changed_at <= coalesce(c.ended_at, 'infinity')
     and exists (select from users u where u.id = ch.changed_by and u.is_client_user)
     and case c.kind
         when 'question' then ${isPart}
         when 'role' then ${isPart}
         when 'contact' then ch.record_id = c.record_id or (
              ch.record_id = c.matter_id
              and ch.field in ('contact_main_status', 'contact_main_marital_status', 'number_of_children')
              and exists (select from matters m where m.id = c.matter_id and m.contact_main_id = c.record_id))
         when 'asset' then ch.record_id = c.record_id or ${isFile}
         when 'document' then ${isReplacement}
         when 'request' then ${isPart} or ${isFile} and coalesce(c.about = contact_of_client(ch.changed_by), c.about is null)
          end`

/** Selects the corrections that a change by the transaction's actor can answer; none if that is not a client. */
export function unansweredOf(matter_id: string): Sql {
  return sql`
    select c.id from corrections c
     where c.matter_id = ${matter_id} and c.requested_at is not null and c.ended_at is null and c.looked_at is null
       and exists (select from users u where u.id = current_actor() and u.is_client_user)
       and not exists (select from ${changesAnswering})`
}

/** Records an event for each correction of `unanswered` that the changes since have answered. */
export async function recordAnswered(
  tx: Tx,
  matter_id: string,
  unanswered: readonly { id: string }[],
): Promise<void> {
  if (unanswered.length === 0) return
  const answered = await tx.all<{ id: string }>(sql`
    select c.id from corrections c
     where c.matter_id = ${matter_id} and c.id = any(${unanswered.map(({ id }) => id)}::text[])
       and (c.looked_at is not null or exists (select from ${changesAnswering}))`)
  if (answered.length === 0) return
  const matter = subjectOf(await getMatterRow(tx, matter_id))
  for (const _ of answered) await recordEvent(tx, "correction.answered", matter)
}
