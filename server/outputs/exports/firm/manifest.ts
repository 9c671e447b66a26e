// The table of contents of an archive, written last: a readable manifest proves that everything before it was written.
import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { Failure } from "../../../platform/errors.ts"
import { faultOf } from "../../../platform/files/read-stored-file.ts"
import { jsonText } from "../archives.ts"
import type { ZipEntry } from "../zip.ts"

export const firm_format = "foyer-firm-1"
export const manifest_path = "manifest.json"

export interface ManifestFile {
  path: string
  /** Bytes. */
  size: number
  sha256: string
  /** The file was unreadable at some point, so the archive contains only a part of it. */
  damaged?: true
}

/** The entries, followed by the manifest. `about` is called after all entries were written. */
export async function* withManifest(
  entries: AsyncIterable<ZipEntry>,
  files: ManifestFile[],
  about: () => object,
): AsyncGenerator<ZipEntry> {
  let modified_at = new Date(0)
  for await (const entry of entries) {
    const file: ManifestFile = { path: entry.path, size: 0, sha256: "" }
    files.push(file)
    if (entry.modified_at > modified_at) modified_at = entry.modified_at
    yield {
      ...entry,
      content: async () => Readable.from(measured(entry.content, file), { objectMode: false }),
    }
  }
  yield { path: manifest_path, modified_at, content: jsonText({ ...about(), files }) }
}

/** Ends a file that is missing or damaged in the store at that point and marks it; any other error ends the archive. */
async function* measured(content: ZipEntry["content"], file: ManifestFile): AsyncGenerator<Buffer> {
  const hash = createHash("sha256")
  try {
    const pieces = typeof content === "string" ? [content] : await content()
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      hash.update(bytes)
      file.size += bytes.length
      yield bytes
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    file.damaged = true
  }
  file.sha256 = hash.digest("hex")
}

function isDamage(error: unknown): boolean {
  return faultOf(error) !== undefined || (error instanceof Failure && error.kind === "damaged")
}
