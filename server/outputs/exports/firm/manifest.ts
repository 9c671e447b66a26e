// The table of contents of an archive, written last: a readable manifest proves that everything before it was written.
import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { Failure } from "../../../platform/errors.ts"
import { findFault } from "../../../platform/files/read-stored-file.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
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

/** The entries, whose files are in `store`, followed by the manifest. `about` is called after all entries were written. */
export async function* withManifest(
  store: FileStore,
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
      content: async () => Readable.from(measured(store, entry.content, file), { objectMode: false }),
    }
  }
  yield { path: manifest_path, modified_at, content: jsonText({ ...about(), files }) }
}

/** Ends a file that cannot be read at that point and marks it; any other error ends the archive. */
async function* measured(
  store: FileStore,
  content: ZipEntry["content"],
  file: ManifestFile,
): AsyncGenerator<Buffer> {
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
    const isDamaged = error instanceof Failure && error.kind === "damaged"
    if (!isDamaged && !(await findFault(store, error))) throw error
    file.damaged = true
  }
  file.sha256 = hash.digest("hex")
}
