// Who may be the same person in another matter. Staff decide: couples share addresses, and families names.
import { isNearly, wordsOfName } from "../../intake/contacts/similar.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { isShared } from "./duplicates.ts"
import { type PersonRecord, readRecords } from "./people.ts"
import { searchEntries } from "./search.ts"

/** What two records have in common, surest first. A name alone suggests nothing, but staff may know better. */
export const likenesses = ["email", "birth", "name"] as const
export type Likeness = (typeof likenesses)[number]

export type Namesake = PersonRecord & { likeness: Likeness }

const max_searches = 8

/** One record of each person who may be the one with these records, surest first. */
export async function findNamesakes(
  tx: Tx,
  records: readonly PersonRecord[],
  assignee_id: string | null,
): Promise<Namesake[]> {
  const emails = await tx.all<{ email: string }>(sql`
    select distinct lower(email) as email from email_addresses
     where contact_id = any(${records.map(({ contact_id }) => contact_id)}::text[])`)
  const names = new Set(records.map(({ full_name }) => full_name).filter(Boolean))
  const found = new Map<string, "email" | "name">()
  for (const words of [...emails.map(({ email }) => email), ...names].slice(0, max_searches))
    for (const entry of await searchEntries(tx, words, { assignee_id, limit: 200 }))
      if (entry.contact_id && isShared(words, entry) && !found.has(entry.contact_id))
        found.set(entry.contact_id, entry.kind === "email" ? "email" : "name")
  const known = await listKnownOthers(tx, records)
  const likely = (await readRecords(tx, sql`c.id = any(${[...found.keys()]}::text[])`, assignee_id))
    .filter(({ contact_id, matter_id }) => !known.contacts.has(contact_id) && !known.matters.has(matter_id))
    .flatMap((other): Namesake[] => {
      const likeness = likenessOf(records, other, found.get(other.contact_id))
      return likeness ? [{ ...other, likeness }] : []
    })
    .toSorted((a, b) => likenesses.indexOf(a.likeness) - likenesses.indexOf(b.likeness))
  return [...Map.groupBy(likely, ({ person_id }) => person_id).values()].flatMap(([first]) => first ?? [])
}

/** Her matters, and the records of everyone known to be another person in one of them, and of herself. */
async function listKnownOthers(tx: Tx, records: readonly PersonRecord[]) {
  const matters = records.map(({ matter_id }) => matter_id)
  const rows = await tx.all<{ contact_id: string }>(sql`
    select o.contact_id from people p join people o on o.person_ids[1] = p.person_ids[1]
     where p.matter_id = any(${matters}::text[])`)
  return { matters: new Set(matters), contacts: new Set(rows.map(({ contact_id }) => contact_id)) }
}

function likenessOf(
  records: readonly PersonRecord[],
  { full_name, date_of_birth }: PersonRecord,
  found_by: "email" | "name" | undefined,
): Likeness | undefined {
  const births = new Set(records.flatMap((record) => record.date_of_birth ?? []))
  const is_born_alike = date_of_birth !== null && births.has(date_of_birth)
  if (date_of_birth && births.size > 0 && !is_born_alike) return undefined
  if (found_by === "name") return is_born_alike ? "birth" : "name"
  const first = wordsOfName(full_name)[0]
  const has_her_first_name = records.some((record) => {
    const own = wordsOfName(record.full_name)[0]
    return !first || !own || isNearly(first, own)
  })
  return has_her_first_name ? "email" : undefined
}
