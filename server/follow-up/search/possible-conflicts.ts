// People who have the same name as someone in another matter, for staff to check. The triggers of the search index
// record them (0004-documents.sql), whoever adds them.
import type { Tx } from "../../platform/db/database.ts"
import { type Sql, sql } from "../../platform/db/sql.ts"

/** The people of a matter with the name of someone in another one: the name to check, by contact id. */
export async function listPossibleConflicts(tx: Tx, matter_id: string): Promise<Map<string, string>> {
  const rows = await tx.all<{ contact_id: string; full_name: string }>(sql`
    select p.contact_id, c.full_name
      from possible_conflicts p join contacts c on c.id = p.contact_id
     where p.matter_id = ${matter_id}`)
  return new Map(rows.map(({ contact_id, full_name }) => [contact_id, full_name]))
}

/** For a matter `m`, the name of the person of most weight waiting longest; computed only for displayed rows. */
export const firstPossibleConflict: Sql = sql`
  (select c.full_name from possible_conflicts p join contacts c on c.id = p.contact_id
    where p.matter_id = m.id and p.weight < 3 order by p.weight, p.added_at, p.contact_id limit 1)`

/** The names of advisors and charities that several matters share, at most `limit`: they wait for no check. */
export async function listSharedAdvisors(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.all<{ name: string }>(sql`
    select min(c.full_name) as name
      from (select p.contact_id, p.folded from possible_conflicts p where p.weight = 3 order by p.folded limit ${limit}) p
      join contacts c on c.id = p.contact_id
     group by p.folded order by p.folded`)
  return rows.map(({ name }) => name)
}

/** Clears everyone with this name after a check of it was recorded. */
export async function resolvePossibleConflicts(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`delete from possible_conflicts where folded = ' ' || fold_text(${name})`)
}
