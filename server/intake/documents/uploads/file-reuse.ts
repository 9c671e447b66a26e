import type { Readable } from "node:stream"
import type { Database, Identity } from "../../../platform/db/database.ts"
import { notFound } from "../../../platform/errors.ts"
import { type FileParts, readStoredFile } from "../../../platform/files/read-stored-file.ts"
import { narrowToClient } from "../../matters/progress/parts-alone.ts"
import { getStoredDocument } from "../documents.ts"
import { listMatterFiles, type MatterFile } from "../matter-files.ts"

/**
 * The name and bytes of a file of the matter, to use it for another purpose as well. Throws "not found" for a file of
 * another matter, and "damaged".
 */
export async function openMatterFile(
  parts: FileParts & { db: Database },
  client: Identity & { matter_id: string },
  document_id: string,
): Promise<{ filename: string; source: Readable }> {
  const { firm_id, matter_id } = client
  const { filename, file_key, wrapped_key } = await parts.db.forFirm(
    firm_id,
    async (tx) => {
      await narrowToClient(tx, client)
      if (!(await listMatterFiles(tx, matter_id)).some(({ id }) => id === document_id)) throw notFound()
      return getStoredDocument(tx, document_id)
    },
    client,
  )
  return { filename, source: await readStoredFile(parts, firm_id, { key: file_key, wrapped_key }) }
}

/** The files that may serve another purpose too: each file once, without those already `there`. */
export function listReusable(all: readonly MatterFile[], there: readonly MatterFile[]): MatterFile[] {
  const known = new Set(there.map(nameAndSize))
  return all.filter((file) => {
    const key = nameAndSize(file)
    return !known.has(key) && known.add(key)
  })
}

function nameAndSize({ filename, size }: MatterFile): string {
  return `${size} ${filename}`
}
