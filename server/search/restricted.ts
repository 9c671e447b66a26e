// What a conflict check may tell of matters that are restricted to others: that the name is there.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { type Reason, reasonOf, reasons } from "./reasons.ts"

/** Why a name is like one in each matter that is restricted to others than whoever looks. */
export async function findRestricted(tx: Tx, name: string): Promise<Reason[]> {
  const rows = await tx.all<{ place: number; folded: string }>(sql`
    select place, folded from find_restricted_names(${name})`)
  const likest = new Map<number, Reason>()
  for (const { place, folded } of rows) {
    const reason = reasonOf(name, folded)
    const known = likest.get(place)
    if (reason && (!known || reasons.indexOf(reason) < reasons.indexOf(known))) likest.set(place, reason)
  }
  return [...likest.values()]
}

/** Of these matters those that are restricted to others than whoever looks, deleted ones among them. */
export async function listRestricted(tx: Tx, matter_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from unnest(${[...matter_ids]}::text[]) as found (id)
     where not is_in_view(id)`)
  return new Set(rows.map(({ id }) => id))
}
