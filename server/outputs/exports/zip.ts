// Streams a ZIP archive: only one entry is open at a time, whatever the size of the archive.
import { Readable } from "node:stream"
import { type Options, ZipFile } from "yazl"

export interface ZipEntry {
  /** With `/` between folders; unique within the archive. */
  path: string
  modified_at: Date
  /** The entry's bytes, opened when its turn comes. */
  content: string | (() => Promise<Readable>)
  /** False for content that is already compressed. */
  compress?: boolean
}

/**
 * The archive's bytes. The next entry is requested once the previous one has been written. An unreadable entry ends the
 * stream with its error; destroying the stream closes everything.
 */
export function zipOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile() as ZipFile & { entries: unknown[] }
  // The types call it an old-style stream; it is a PassThrough.
  const output = zip.outputStream as Readable
  // An entry may fail before anyone reads the output: the reader gets the error later, but it must not end the process
  // meanwhile.
  output.on("error", () => undefined)
  let open: Readable | undefined
  let resume: (() => void) | undefined
  const fail = (error: unknown) => output.destroy(error as Error)
  // The library keeps its arguments for good, so it gets neither the entry nor anything created for it.
  let current: ZipEntry | undefined
  // The library rescans all entries after each one, so all but the last are set aside until the end.
  const written: unknown[] = []
  const add = () =>
    new Promise<void>((resolve) => {
      resume = resolve
      zip.addReadStreamLazy(current?.path ?? "", optionsOf(current), (begin) => {
        bytesOf(current).then((stream) => {
          open = stream.once("error", fail).once("close", () => resume?.())
          // The reader has disconnected: read nothing more.
          if (output.destroyed) stream.destroy()
          else begin(null, stream)
        }, fail)
      })
    })
  async function addAll(): Promise<void> {
    for await (const entry of entries) {
      if (output.destroyed) return
      current = entry
      while (zip.entries.length > 1) written.push(zip.entries.shift())
      await add()
    }
    zip.entries = written.concat(zip.entries)
    zip.end()
  }
  zip.on("error", fail)
  output.once("close", () => {
    open?.destroy()
    resume?.()
  })
  addAll().catch(fail)
  return output
}

function optionsOf({ modified_at, compress = true }: Partial<ZipEntry> = {}): Partial<Options> {
  return { mtime: modified_at, mode: 0o100644, compress }
}

async function bytesOf(entry: ZipEntry | undefined): Promise<Readable> {
  const content = entry?.content ?? ""
  return typeof content === "string" ? Readable.from([Buffer.from(content)]) : content()
}
