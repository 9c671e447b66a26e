import { conflict } from "../../errors.ts"

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
