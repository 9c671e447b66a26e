// A ZIP archive made while it is sent: one entry at a time is open, whatever the archive's size.
import type { Readable } from "node:stream"
import { ZipFile } from "yazl"

export interface ZipEntry {
  /** With `/` between folders; unique in its archive. */
  path: string
  modified_at: Date
  /** The entry's bytes, asked for when its turn comes. */
  content: string | (() => Promise<Readable>)
  /** False for what is compressed already. */
  compress?: boolean
}

/** The archive's bytes. An entry that cannot be read ends the stream with that error; ending the stream closes all. */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  // Typed as the older kind of stream; it is a PassThrough.
  const output = zip.outputStream as Readable
  // An entry may fail before anybody reads: they hear of it then, but until then it must not end the process.
  output.on("error", () => undefined)
  let open: Readable | undefined
  for (const { path, modified_at, content, compress = true } of entries) {
    const options = { mtime: modified_at, mode: 0o100644, compress }
    if (typeof content === "string") {
      zip.addBuffer(Buffer.from(content), path, options)
      continue
    }
    zip.addReadStreamLazy(path, options, (begin) => {
      const fail = (error: unknown) => output.destroy(error as Error)
      // Whoever asked has left: nothing more is read.
      if (output.destroyed) return
      content().then((stream) => {
        open = stream.once("error", fail)
        if (output.destroyed) stream.destroy()
        else begin(null, stream)
      }, fail)
    })
  }
  zip.on("error", (error) => output.destroy(error))
  output.once("close", () => open?.destroy())
  zip.end()
  return output
}
