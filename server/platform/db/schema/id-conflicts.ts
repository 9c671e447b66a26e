import { conflict } from "../../errors.ts"
import type { Sql, Tx } from "../sql.ts"

/**
 * Awaits `work`, which inserts a record into `table`. Throws "conflict", with the transaction aborted, if another
 * record already has its id, perhaps one that this transaction may not see.
 */
export async function requireFreeId<T>(table: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== "23505" || constraint !== `${table}_pkey`) throw error
    throw conflict(
      "id_taken",
      "Another record has this id already. Load the page again, then add it once more.",
    )
  }
}

/**
 * Runs `insert`, which says `on conflict do nothing returning id`, and tells whether it added its record. If not, a form was
 * sent twice, and `own` finds the record that it added before. Throws "not found" if the id is that of another record.
 */
export async function addOnce(tx: Tx, insert: Sql, own: Sql): Promise<boolean> {
  if (await tx.maybe(insert)) return true
  await tx.one(own)
  return false
}
