// People who have the same name as someone in another matter, for staff to check. The triggers of the search index
// record them (0004-documents.sql), whoever adds them.
import { type Weight, weights } from "../../definition/people/relationships.ts"
import { rawSql, sql, type Tx } from "../../platform/db/sql.ts"

// Literal, as in the conditions of the indexes.
const advisor_weight = rawSql(String(weights.advisor))

/** The people of a matter with the name of someone in another one: the name to check, by contact id. */
export async function listPossibleConflicts(tx: Tx, matter_id: string): Promise<Map<string, string>> {
  const rows = await tx.all<{ contact_id: string; full_name: string }>(sql`
    select p.contact_id, c.full_name
      from possible_conflicts p join contacts c on c.id = p.contact_id
     where p.matter_id = ${matter_id}`)
  return new Map(rows.map(({ contact_id, full_name }) => [contact_id, full_name]))
}

/** A person to check, however many matters share the name. */
export interface PossibleConflict {
  name: string
  /** The strongest of all who share the name. */
  weight: Weight
  /** Matters that wait for the check. */
  matters: number
  /** When the first of them was added. */
  since: Date
}

/** Counting stops here, and with it reading, in the order of an index; more people are "more than" this. */
export const max_waiting = 50

/**
 * The people who wait for a check, adverse ones first, then by how long they have waited: the first `limit` and, up to
 * `max_waiting` + 1, how many there are.
 */
export async function listWaitingConflicts(
  tx: Tx,
  { limit, max = max_waiting }: { limit: number; max?: number },
): Promise<{ count: number; rows: PossibleConflict[] }> {
  const rows = await tx.all<PossibleConflict & { count: number }>(sql`
    with waiting as materialized (
      select p.folded, p.weight, p.added_at, p.contact_id, p.matter_id
        from possible_conflicts p join matters m on m.id = p.matter_id
       where p.weight < ${advisor_weight} and m.close_date is null
       order by p.weight, p.added_at, p.contact_id limit ${rawSql(String(max + 1))}),
    people as materialized (
      select (array_agg(contact_id order by weight, added_at, contact_id))[1] as contact_id,
             min(weight) as weight, min(added_at) as since, count(distinct matter_id)::integer as matters,
             case when (select count(*) from waiting) > ${max}::integer then ${max}::integer + 1
                  else count(*) over ()::integer end as count
        from waiting group by folded order by weight, since, 1 limit ${rawSql(String(limit))})
    select c.full_name as name, p.weight, p.since, p.matters, p.count
      from people p join contacts c on c.id = p.contact_id
     order by p.weight, p.since, p.contact_id`)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _, ...person }) => person) }
}

/** How many wait, up to `max_waiting` + 1. */
export async function countWaitingConflicts(tx: Tx): Promise<number> {
  return (await listWaitingConflicts(tx, { limit: 1 })).count
}

/** Clears everyone with this name after a check of it was recorded. */
export async function resolvePossibleConflicts(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`delete from possible_conflicts where folded = ' ' || fold_text(${name})`)
}
