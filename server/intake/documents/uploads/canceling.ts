import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { discardQuietly, type StoreParts } from "../../../platform/files/stored-files.ts"
import { listParts } from "./unfinished-uploads.ts"

/**
 * Deletes an upload that its sender no longer wants; returns the keys of its parts, for `discardParts` after the commit.
 * Throws "not found", and "conflict" `upload_finished` once it is a document.
 */
export async function cancelUpload(tx: Tx, id: string): Promise<string[]> {
  const { document_id } = await tx.one<{ document_id: string | null }>(
    sql`select document_id from unfinished_uploads where id = ${id} for update`,
  )
  if (document_id !== null)
    throw conflict("upload_finished", "The file has arrived and is a document now, which stays.")
  const stored = await listParts(tx, id)
  await tx.run(sql`delete from unfinished_uploads where id = ${id}`)
  return stored.map(({ key }) => key)
}

/** Removes parts from the store; what it can't remove now, the sweep does. */
export async function discardParts(
  parts: StoreParts,
  firm_id: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await discardQuietly(parts, firm_id, key)
}
