// Thumbnails by which clients and staff recognize files. The uploader's browser draws them, so the server decodes no
// untrusted images, and they never stand in place of the file: whoever decides on it opens it.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { readJpeg } from "../../platform/files/jpeg.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { max_thumbnail_px } from "./thumbnail-size.ts"

/** Thumbnails travel in request headers; four of them must fit. */
const max_bytes = 6_000

/** The thumbnail in base64, stripped of metadata; undefined unless it is a small JPEG. */
export function readThumbnail(base64: string): string | undefined {
  const sent = Buffer.from(base64, "base64")
  const jpeg = sent.length <= max_bytes ? readJpeg(sent) : undefined
  if (!jpeg || Math.max(jpeg.width, jpeg.height) > max_thumbnail_px) return undefined
  return jpeg.bytes.toString("base64")
}

/** Copies the thumbnail of an upload to its document. */
export async function copyThumbnail(tx: Tx, upload_id: string, document_id: string): Promise<void> {
  await tx.run(sql`
    update documents d set thumbnail_sealed = u.thumbnail_sealed
      from unfinished_uploads u
     where u.id = ${upload_id} and d.id = ${document_id} and d.matter_id = u.matter_id
       and u.thumbnail_sealed is not null`)
}

/** The thumbnail of a matter's document, a JPEG. Throws "not found", also for a document without one. */
export async function getThumbnail(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  document_id: string,
): Promise<Buffer> {
  const { thumbnail_sealed } = await tx.one<{ thumbnail_sealed: string }>(sql`
    select thumbnail_sealed from documents
     where id = ${document_id} and matter_id = ${matter_id} and removed_at is null and thumbnail_sealed is not null`)
  return Buffer.from(ring.open(thumbnail_sealed, thumbnailContext(matter_id)), "base64")
}

/** The context a thumbnail is sealed with: the matter, within which it moves from the upload to the document. */
export function thumbnailContext(matter_id: string): string {
  return `thumbnails:${matter_id}`
}
