// The child process of pdf-opening.ts.
import { getDocument, PDFDataRangeTransport } from "unpdf/pdfjs"
import { answerParent, ask } from "../../../platform/files/foreign/child.ts"
import type { ByteRange } from "./pdf-opening.ts"

answerParent(async ({ size, head }: { size: number; head: Uint8Array }): Promise<boolean | undefined> => {
  const { promise: isTooLong, resolve: stop } = Promise.withResolvers<undefined>()
  const range = new PDFDataRangeTransport(size, new Uint8Array(head))
  // One at a time: responses carry no number.
  let last: Promise<unknown> = Promise.resolve()
  range.requestDataRange = (start: number, end: number) => {
    last = last.then(async () => {
      const bytes = await ask<Uint8Array | undefined>({ start, end } satisfies ByteRange)
      if (bytes) range.onDataRange(start, new Uint8Array(bytes))
      else stop(undefined)
    })
  }
  // Loads only the ranges PDF.js requests; nothing in the file is run, rendered or fetched.
  const opening = getDocument({ range, disableAutoFetch: true, disableStream: true, verbosity: 0 })
  const opens = opening.promise.then(
    () => true,
    () => false,
  )
  return Promise.race([opens, isTooLong])
})
