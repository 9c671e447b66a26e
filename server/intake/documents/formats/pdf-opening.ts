// Opens a PDF with PDF.js in a separate process, so a hostile file cannot slow down or end the server.
import { type Reader, readForeignFile } from "../../../platform/files/foreign/foreign-files.ts"
import { bytesAt, type Upload } from "./upload.ts"

const reader: Reader = {
  program: new URL("./pdf-child.ts", import.meta.url),
  kind: "pdf",
  timeout_ms: 10_000,
  max_heap_mb: 128,
}
/** The cross-reference table of a very large file needs a few of these. */
const max_read_bytes = 32 * 1024 * 1024

export interface ByteRange {
  start: number
  end: number
}

/**
 * Whether a PDF opens without a password; undefined when that takes too much time or memory to find out. Throws what
 * `upload.read` throws.
 */
export function opensWithoutPassword(upload: Upload): Promise<boolean | undefined> {
  let read_bytes = 0
  const given = { size: upload.size, head: upload.head.subarray(0, 64 * 1024) }
  return readForeignFile<boolean>(reader, upload.sender, given, async ({ start, end }: ByteRange) => {
    read_bytes += end - start
    return read_bytes > max_read_bytes ? undefined : bytesAt(upload, start, end - start)
  })
}
