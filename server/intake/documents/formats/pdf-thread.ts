// The thread of pdf-opening.ts.
import { parentPort, workerData } from "node:worker_threads"
import { getDocument, PDFDataRangeTransport } from "unpdf/pdfjs"
import type { PdfMessage } from "./pdf-opening.ts"

const { size, head } = workerData as { size: number; head: Uint8Array }
const send = (message: PdfMessage) => parentPort?.postMessage(message)

const range = new PDFDataRangeTransport(size, head)
range.requestDataRange = (start: number, end: number) => send({ start, end })
parentPort?.on("message", ({ start, bytes }: { start: number; bytes: Uint8Array }) =>
  range.onDataRange(start, bytes),
)

// Loads only the ranges PDF.js requests; nothing in the file is run, rendered or fetched.
getDocument({
  range,
  disableAutoFetch: true,
  disableStream: true,
  verbosity: 0,
}).promise.then(
  () => send({ opens: true }),
  () => send({ opens: false }),
)
