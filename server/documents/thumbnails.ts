// Small pictures of files, for whoever sent them to know them by. The sender's browser draws them: nothing here decodes
// pictures of strangers, and to staff they are never shown in place of the file.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { readJpeg } from "../platform/files/jpeg.ts"
import { max_thumbnail_px } from "./thumbnail-size.ts"

/** Four of them fit into a request's headers, where they travel. */
const max_bytes = 6_000

/** The thumbnail in base64, without anything but the picture; undefined where what was sent is no small JPEG. */
export function readThumbnail(base64: string): string | undefined {
  const sent = Buffer.from(base64, "base64")
  const jpeg = sent.length <= max_bytes ? readJpeg(sent) : undefined
  if (!jpeg || Math.max(jpeg.width, jpeg.height) > max_thumbnail_px) return undefined
  return jpeg.bytes.toString("base64")
}

/** Gives a document the thumbnail that came with its upload. */
export async function takeThumbnail(tx: Tx, upload_id: string, document_id: string): Promise<void> {
  await tx.run(sql`
    update documents d set thumbnail_sealed = u.thumbnail_sealed
      from unfinished_uploads u
     where u.id = ${upload_id} and d.id = ${document_id} and d.matter_id = u.matter_id
       and u.thumbnail_sealed is not null`)
}

/** What a thumbnail is sealed for: its matter, within which it goes from the upload to the document. */
export function thumbnailContext(matter_id: string): string {
  return `thumbnails:${matter_id}`
}
