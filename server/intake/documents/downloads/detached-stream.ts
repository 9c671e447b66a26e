import { PassThrough, type Readable } from "node:stream"

/**
 * The file of a form as an independent stream. Its reader may destroy it halfway, and the rest of the form still
 * arrives. If the form breaks off, so does the file, so that it never passes for complete.
 */
export function detachedStream(file: Readable): Readable {
  const source = new PassThrough()
  file.pipe(source)
  const abort = () => {
    if (!file.readableEnded) source.destroy(new UploadAborted())
  }
  file.once("error", abort)
  file.once("close", abort)
  // A short form may have broken off before anyone read it, and emits no further event.
  if (file.destroyed) abort()
  source.once("close", () => {
    file.unpipe(source)
    file.resume()
  })
  return source
}

/** Thrown when an upload breaks off before its end. */
export class UploadAborted extends Error {
  constructor() {
    super("The upload was interrupted.")
    this.name = "UploadAborted"
  }
}
