// People who were added with the name of somebody in another matter: what staff check before they go on. The triggers of
// the search index note them (0004-documents.sql), whoever adds them.
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"

/** Who of a matter bears the name of somebody in another one, by contact, with the name to check. */
export async function listPossibleConflicts(tx: Tx, matter_id: string): Promise<Map<string, string>> {
  const rows = await tx.all<{ contact_id: string; full_name: string }>(sql`
    select p.contact_id, c.full_name
      from possible_conflicts p join contacts c on c.id = p.contact_id
     where p.matter_id = ${matter_id}`)
  return new Map(rows.map(({ contact_id, full_name }) => [contact_id, full_name]))
}

/** Of matters `m`, the name of the person who waits longest; looked up for what is shown alone. */
export const firstPossibleConflict: Sql = sql`
  (select c.full_name from possible_conflicts p join contacts c on c.id = p.contact_id
    where p.matter_id = m.id order by p.added_at, p.contact_id limit 1)`

/** A check of the name was recorded: nobody who bears it waits any more. */
export async function resolvePossibleConflicts(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`delete from possible_conflicts where folded = ' ' || fold_text(${name})`)
}
