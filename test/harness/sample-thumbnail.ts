import { thumbnailContext } from "../../server/intake/documents/thumbnails.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { sampleJpeg } from "./sample-pictures.ts"
import type { TestFirm, TestService } from "./service.ts"

/** Gives every document of a matter the thumbnail that an uploader's browser would have drawn. */
export async function giveThumbnails(
  { ring }: TestService,
  firm: TestFirm,
  matter_id: string,
): Promise<Buffer> {
  const jpeg = sampleJpeg({ width: 90, height: 60 })
  const sealed = ring.seal(jpeg.toString("base64"), thumbnailContext(matter_id))
  await firm.write(sql`update documents set thumbnail_sealed = ${sealed} where matter_id = ${matter_id}`)
  return jpeg
}
