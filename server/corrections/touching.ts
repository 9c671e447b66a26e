import type { Json } from "../matters/changes.ts"
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"

/** Fields of a matter's own record are an id, and perhaps whom it is about. */
const isPart = sql`
  ch.record_id = c.matter_id and split_part(ch.field, ':', 1) collate "C" = c.record_id
  and (c.about is null or split_part(ch.field, ':', 2) collate "C" = c.about)`

/** The record of a change is a file of the same request or asset. */
const isFile = sql`
  exists (select from documents f left join documents named on named.id = c.record_id
           where f.id = ch.record_id
             and (c.record_id in (f.id, f.request_id, f.asset_id)
                  or named.request_id = f.request_id or named.asset_id = f.asset_id))`

/**
 * The changes `ch` by which a client touched, between asking and end, what the correction `c` is about. Files count
 * for the request or the asset they were sent for; what a couple shares, for the main contact.
 */
export const touching: Sql = sql`
  changes ch
   where c.asked_at is not null and ch.matter_id = c.matter_id and ch.changed_at > c.asked_at
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
         else ${isFile} end`

export interface Touched {
  correction_id: string
  record_id: string
  field: string
  /** As it was when the client was asked. */
  before: Json
  /** As the client last left it. */
  after: Json
}

/** Every field that clients changed in answer to something asked, with its value before and after. */
export function listTouched(tx: Tx, matter_id: string): Promise<Touched[]> {
  return tx.all(sql`
    select t.correction_id, t.record_id, t.field, last.value as after,
           case when t.first = 1 then start.previous
                else (select p.value from changes p
                       where p.record_id = t.record_id and p.field = t.field and p.revision = t.first - 1) end as before
      from corrections c
     cross join lateral (
           select c.id as correction_id, ch.record_id, ch.field, min(ch.revision) as first, max(ch.revision) as last
             from ${touching} group by ch.record_id, ch.field) t
      join changes start on start.record_id = t.record_id and start.field = t.field and start.revision = t.first
      join changes last on last.record_id = t.record_id and last.field = t.field and last.revision = t.last
     where c.matter_id = ${matter_id}
     order by t.correction_id, start.changed_at, t.record_id, t.field`)
}
