// Opens a PDF with PDF.js in a separate thread, so a hostile file cannot slow down or crash requests.
import { Worker } from "node:worker_threads"
import { bytesAt, type Upload } from "./upload.ts"

const timeout_ms = 10_000
const max_heap_mb = 128
/** The cross-reference table of a very large file needs a few of these. */
const max_read_bytes = 32 * 1024 * 1024

/** Messages of the thread: the byte range it needs, or whether the file opened. */
export type PdfMessage = { start: number; end: number } | { opens: boolean }

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Whether a PDF opens without a password; false when that takes too long or cannot be determined. Opens one file at a
 * time, which bounds memory. Throws what `upload.read` throws.
 */
export function opensWithoutPassword(upload: Upload): Promise<boolean> {
  const turn = lastTurn.then(() => openInThread(upload))
  lastTurn = turn.catch(() => undefined)
  return turn
}

function openInThread(upload: Upload): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  // The thread's file relies on Node's own TypeScript support: a loader would take longer to start than the file takes
  // to run.
  const thread = new Worker(new URL("./pdf-thread.ts", import.meta.url), {
    workerData: { size: upload.size, head: new Uint8Array(upload.head.subarray(0, 64 * 1024)) },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: max_heap_mb },
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(resolve, timeout_ms, false)
  let read_bytes = 0
  thread.on("message", (message: PdfMessage) => {
    if ("opens" in message) return resolve(message.opens)
    read_bytes += message.end - message.start
    if (read_bytes > max_read_bytes) return resolve(false)
    bytesAt(upload, message.start, message.end - message.start).then(
      (bytes) => thread.postMessage({ start: message.start, bytes: new Uint8Array(bytes) }),
      reject,
    )
  })
  thread.on("error", () => resolve(false))
  thread.on("exit", () => resolve(false))
  return promise.finally(() => {
    clearTimeout(timer)
    return thread.terminate()
  })
}
