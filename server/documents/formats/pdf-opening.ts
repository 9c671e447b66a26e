// Asks PDF.js to open a file, in a thread of its own: what a stranger's file makes of it costs no request anything.
import { Worker } from "node:worker_threads"
import { bytesAt, type Upload } from "./upload.ts"

const timeout_ms = 10_000
const max_heap_mb = 128
/** The table of contents of a very large file is a few of these. */
const max_read_bytes = 32 * 1024 * 1024

/** What the thread sends: the bytes it wants to see, or whether the file opened. */
export type PdfMessage = { start: number; end: number } | { opens: boolean }

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Whether a PDF opens without a password; false where that takes too long or cannot be told. One file at a time, so
 * that memory stays bounded however many arrive. Throws what `upload.read` throws.
 */
export function opensForAll(upload: Upload): Promise<boolean> {
  const turn = lastTurn.then(() => openInThread(upload))
  lastTurn = turn.catch(() => undefined)
  return turn
}

function openInThread(upload: Upload): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  // The file needs nothing but Node's own reading of TypeScript: starting with a loader would take longer than it.
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
