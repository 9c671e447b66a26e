import { sql, type Tx } from "../db/sql.ts"

/** Returns the place of the transaction's firm, which prefixes its keys, links and cookies. */
export async function readFirmPlace(tx: Tx): Promise<string> {
  const { place } = await tx.one<{ place: string }>(sql`select current_place() as place`)
  return place
}
