import { conflict } from "../errors.ts"

/**
 * What `work` comes to. Throws "conflict" instead where the id it inserts a record of `table` under is already that of
 * another record, perhaps one that this transaction may not see; the transaction is over then.
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
