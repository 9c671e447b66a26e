import { openContent } from "../deletions/deletions.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import type { Manifest } from "./manifest.ts"
import { readRows } from "./row_files.ts"
import { tablePath } from "./snapshot.ts"

/** What opens a file of a deleted matter. */
export interface DeletedFile {
  wrapped_key: string
}

/** Files of deleted matters by key: what opens them lies among the matters' sealed rows. Adds to `faults` what does not open. */
export async function listDeletedFiles(
  inside: string,
  { tables }: Manifest,
  ring: KeyRing,
  faults: string[],
): Promise<Map<string, DeletedFile>> {
  const found = new Map<string, DeletedFile>()
  const table = tables.find(({ name }) => name === "deletions")
  if (!table) return found
  for await (const { id, content_sealed } of readRows(tablePath(inside, table), table.columns)) {
    if (!id || !content_sealed) continue
    try {
      const { documents = [] } = JSON.parse(openContent(ring, id, content_sealed)) as {
        documents?: { file_key: string; wrapped_key: string }[]
      }
      for (const { file_key, wrapped_key } of documents) found.set(file_key, { wrapped_key })
    } catch (error) {
      faults.push(`The deleted matter of ${id} does not open: ${(error as Error).message}`)
    }
  }
  return found
}
