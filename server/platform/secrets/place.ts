import type { Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"

/** The place of the firm this transaction was opened for: what its keys, links and cookies begin with. */
export async function readFirmPlace(tx: Tx): Promise<string> {
  const { place } = await tx.one<{ place: string }>(sql`select current_place() as place`)
  return place
}
