// What a conflict check may reveal of matters hidden from the viewer: that they contain the name.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type Reason, reasonOf, reasons } from "./reasons.ts"

/** The reason for the match in each matter that is hidden from the viewer and contains a similar name. */
export async function findRestricted(tx: Tx, name: string): Promise<Reason[]> {
  const rows = await tx.all<{ place: number; folded: string }>(sql`
    select place, folded from find_restricted_names(${name})`)
  const best = new Map<number, Reason>()
  for (const { place, folded } of rows) {
    const reason = reasonOf(name, folded)
    const known = best.get(place)
    if (reason && (!known || reasons.indexOf(reason) < reasons.indexOf(known))) best.set(place, reason)
  }
  return [...best.values()]
}
