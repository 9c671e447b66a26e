// What tells an open page that something it shows has changed: short texts that differ after every change.
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"

/** The stamp of the firm's list of matters. */
export const listStamp = sql`
  select coalesce((select concat(matters, events) from firm_revisions), '') as stamp`

/** The stamp of matter `m`: of everything in it, its notes, planned messages, and who decides what included. */
export const matterStamp: Sql = sql`
  concat(m.revision, (select concat(count(*), count(n.done_at), max(n.written_at)) from notes n where n.matter_id = m.id),
         (select sum(hashtext(p::text)) from planned_messages p where p.matter_id = m.id))`

export async function readListStamp(tx: Tx): Promise<string> {
  return (await tx.one<{ stamp: string }>(listStamp)).stamp
}

export async function readMatterStamp(tx: Tx, matter_id: string): Promise<string> {
  const { stamp } = await tx.one<{ stamp: string }>(sql`
    select ${matterStamp} as stamp from matters m where m.id = ${matter_id}`)
  return stamp
}
