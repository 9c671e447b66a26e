import { PassThrough, type Readable } from "node:stream"

/**
 * A file of a form as a stream of its own. Whoever reads it may destroy it halfway, and the rest of the form still
 * arrives; when the form itself breaks off, so does the file, which then must not pass for a whole one.
 */
export function carriedSource(file: Readable): Readable {
  const source = new PassThrough()
  file.pipe(source)
  const cut = () => {
    if (!file.readableEnded) source.destroy(new UploadAborted())
  }
  file.once("error", cut)
  file.once("close", cut)
  // A short form may have broken off before anybody came to read it, and then says so no more.
  if (file.destroyed) cut()
  source.once("close", () => {
    file.unpipe(source)
    file.resume()
  })
  return source
}

/** Thrown when a file ends before its end. */
export class UploadAborted extends Error {
  constructor() {
    super("The upload was cut short.")
    this.name = "UploadCut"
  }
}
