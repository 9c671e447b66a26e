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

/**
 * The archive's bytes. The next entry is asked for once the one before is through. An entry that cannot be read ends
 * the stream with that error; ending the stream closes all.
 */
export function zipOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  // Typed as the older kind of stream; it is a PassThrough.
  const output = zip.outputStream as Readable
  // An entry may fail before anybody reads: they hear of it then, but until then it must not end the process.
  output.on("error", () => undefined)
  zip.on("error", (error) => output.destroy(error))
  const open: { stream?: Readable } = {}
  output.once("close", () => open.stream?.destroy())
  const addAll = async () => {
    for await (const entry of entries) {
      // Whoever asked has left: nothing more is read.
      if (output.destroyed) return
      await addEntry(zip, entry, output, open)
    }
    zip.end()
  }
  addAll().catch((error: unknown) => output.destroy(error as Error))
  return output
}

function addEntry(
  zip: ZipFile,
  { path, modified_at, content, compress = true }: ZipEntry,
  output: Readable,
  open: { stream?: Readable },
): Promise<void> {
  const options = { mtime: modified_at, mode: 0o100644, compress }
  if (typeof content === "string") {
    zip.addBuffer(Buffer.from(content), path, options)
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    output.once("close", resolve)
    zip.addReadStreamLazy(path, options, (begin) => {
      if (output.destroyed) return
      content().then((stream) => {
        open.stream = stream.once("error", reject).once("close", () => {
          output.off("close", resolve)
          resolve()
        })
        if (output.destroyed) stream.destroy()
        else begin(null, stream)
      }, reject)
    })
  })
}
