// People in no matter: open and declined inquiries, and names kept for conflict checks (conflict-names/).
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { isSameDetail, type Reason, reasonOf, reasons } from "./reasons.ts"

export interface OutsidePerson {
  /** Of the inquiry, while it exists, or of the name. */
  id: string
  name: string
  /** The person's relationship in a deleted matter; otherwise empty. */
  party: string
  origin: "inquiry" | "declined_inquiry" | "deleted_matter"
  /** When the inquiry was received or declined, or the matter deleted. */
  at: Date
  /** The inquiry still exists, with its page. */
  is_inquiry: boolean
  /** The name is kept for conflict checks. */
  is_name_only: boolean
}

export interface OutsideEntry extends OutsidePerson {
  kind: "inquirer" | "email" | "phone" | "name" | "also_known_as"
  /** The matching text, as typed. */
  text: string
  is_partial: boolean
}

const person: Sql = sql`
  coalesce(btrim(i.first_name || ' ' || i.last_name), n.name) as name, coalesce(n.party, '') as party,
  case when i.id is null then n.origin when i.declined_at is null then 'inquiry' else 'declined_inquiry' end as origin,
  coalesce(i.declined_at, i.received_at, n.noted_at) as at, i.id is not null as is_inquiry, n.id is not null as is_name_only`

/** The entries that match some words, best first. For staff who see the entire firm. */
export function searchOutside(
  tx: Tx,
  words: string,
  { limit, is_wide = false }: { limit: number; is_wide?: boolean },
): Promise<OutsideEntry[]> {
  return tx.all(sql`
    select e.record_id as id, ${person}, e.kind, e.is_partial,
           case e.kind when 'email' then i.email when 'phone' then i.phone when 'also_known_as' then n.other_name
                       when 'name' then n.name else i.first_name || ' ' || i.last_name end as text
      from find_outside_entries(${words}, ${is_wide}, ${limit}) e
      left join inquiries i on i.id = e.record_id
      left join conflict_names n on n.id = e.record_id
     where i.id is not null or n.id is not null
     order by e.score desc, e.record_id, e.kind`)
}

/** The people whom a conflict check of a name, an email, or a phone finds among these, closest first, each once. */
export function closestOutside(
  name: string,
  entries: readonly OutsideEntry[],
): (OutsidePerson & { reason: Reason })[] {
  const best = new Map<string, OutsidePerson & { reason: Reason }>()
  for (const { kind, text, is_partial: _, ...one } of entries) {
    const isDetail = kind === "email" || kind === "phone"
    const reason = isDetail ? (isSameDetail(name, text) ? "detail" : undefined) : reasonOf(name, text)
    const known = best.get(one.id)
    if (reason && (!known || rank(reason) < rank(known.reason))) best.set(one.id, { ...one, reason })
  }
  return [...best.values()].toSorted((a, b) => rank(a.reason) - rank(b.reason))
}

function rank(reason: Reason): number {
  return reasons.indexOf(reason)
}

/** Those of these people that still exist, by id. */
export async function listOutside(tx: Tx, ids: readonly string[]): Promise<Map<string, OutsidePerson>> {
  const rows = await tx.all<OutsidePerson>(sql`
    select f.id, ${person}
      from unnest(${[...ids]}::text[]) as f (id)
      left join inquiries i on i.id = f.id and i.accepted_at is null
      left join conflict_names n on n.id = f.id
     where i.id is not null or n.id is not null`)
  return new Map(rows.map((row) => [row.id, row]))
}
