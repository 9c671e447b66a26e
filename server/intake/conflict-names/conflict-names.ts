// Names kept for conflict checks only: of people whose inquiry was declined, and of people in deleted matters. A firm owes
// duties to prospective and former clients, and must find them. Nothing else about them is kept, and an admin can remove
// a name at any time.
import { changeSettings, getFirm } from "../../firm/firms/firms.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"

export const default_years = 7
export const max_years = 100

/** The firm's setting: for how many years names are kept; 0 for not at all. */
export function yearsOfNames({ conflict_name_years }: Readonly<Record<string, unknown>>): number {
  return typeof conflict_name_years === "number" ? conflict_name_years : default_years
}

export function changeYearsOfNames(tx: Tx, firm_id: string, conflict_name_years: number): Promise<void> {
  return changeSettings(tx, firm_id, { conflict_name_years })
}

/** Keeps the name of a declined inquiry, if the firm keeps names. */
export async function recordDeclinedName(tx: Tx, inquiry: { id: string; name: string }): Promise<void> {
  if (!inquiry.name || yearsOfNames((await getFirm(tx)).settings) === 0) return
  await tx.run(sql`
    insert into conflict_names (id, name, origin, noted_at)
    values (${inquiry.id}, ${inquiry.name}, 'declined_inquiry', ${tx.now})`)
}

/** Keeps the names of a matter's people before it is deleted, if the firm keeps names: its parties and their families. */
export async function recordNamesOfMatter(tx: Tx, matter_id: string): Promise<void> {
  if (yearsOfNames((await getFirm(tx)).settings) === 0) return
  await tx.run(sql`
    insert into conflict_names (id, matter_id, name, other_name, party, origin, noted_at)
    select c.id, c.matter_id, c.full_name, coalesce(c.also_known_as, ''), c.relationship_type, 'deleted_matter', ${tx.now}
      from contacts c
     where c.matter_id = ${matter_id} and c.full_name <> '' and conflict_weight(c.relationship_type) < 4
    on conflict do nothing`)
}

/** Removes the names of a matter that was restored, where its people are found again, or whose people asked to be erased. */
export async function removeNamesOfMatter(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from conflict_names where matter_id = ${matter_id}`)
}

/** Removes one name before its time, as when the person asks to be erased; throws "not found". */
export async function removeConflictName(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`delete from conflict_names where id = ${id} returning id`)
}

/** Removes names older than their firm keeps them; runs for the platform. */
export function removeOldConflictNames(tx: Tx): Promise<number> {
  return tx.run(sql`
    delete from conflict_names n using firms f
     where n.firm_id = f.id
       and n.noted_at < ${tx.now}::timestamptz
             - make_interval(years => coalesce((f.settings ->> 'conflict_name_years')::integer, ${default_years}))`)
}
