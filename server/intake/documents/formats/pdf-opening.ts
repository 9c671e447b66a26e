// Opens a PDF with PDF.js in a separate thread, so a hostile file cannot slow down or crash requests.
import { inTurns, runInThread } from "../../../platform/limited-thread.ts"
import { bytesAt, type Upload } from "./upload.ts"

const limits = { timeout_ms: 10_000, max_heap_mb: 128 }
/** The cross-reference table of a very large file needs a few of these. */
const max_read_bytes = 32 * 1024 * 1024

/** Messages of the thread: the byte range it needs, or whether the file opened. */
export type PdfMessage = { start: number; end: number } | { opens: boolean }

const inTurn = inTurns()

/**
 * Whether a PDF opens without a password; false when that takes too long or cannot be determined. Opens one file at a
 * time, which bounds memory. Throws what `upload.read` throws.
 */
export function opensWithoutPassword(upload: Upload): Promise<boolean> {
  return inTurn(() => openInThread(upload))
}

async function openInThread(upload: Upload): Promise<boolean> {
  let read_bytes = 0
  const given = { size: upload.size, head: new Uint8Array(upload.head.subarray(0, 64 * 1024)) }
  const opens = await runInThread(
    new URL("./pdf-thread.ts", import.meta.url),
    given,
    limits,
    async (message: PdfMessage, send) => {
      if ("opens" in message) return message.opens
      const { start, end } = message
      read_bytes += end - start
      if (read_bytes > max_read_bytes) return false
      send({ start, bytes: new Uint8Array(await bytesAt(upload, start, end - start)) })
      return undefined
    },
  )
  return opens ?? false
}
