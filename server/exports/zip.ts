// A ZIP archive made while it is sent: one entry at a time is open, whatever the archive's size.
import { Readable } from "node:stream"
import { type Options, ZipFile } from "yazl"

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
 * The archive's bytes; the next entry is asked for when the one before has gone out. An entry that cannot be read ends
 * the stream with that error; ending the stream closes all.
 */
export function zipOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile() as ZipFile & { entries: unknown[] }
  // Typed as the older kind of stream; it is a PassThrough.
  const output = zip.outputStream as Readable
  // An entry may fail before anybody reads: they hear of it then, but until then it must not end the process.
  output.on("error", () => undefined)
  let open: Readable | undefined
  let goOn: (() => void) | undefined
  const fail = (error: unknown) => output.destroy(error as Error)
  // The archive keeps for good what it is given: not the entry, then, and nothing that was made for it.
  let current: ZipEntry | undefined
  // It looks through all it keeps whenever an entry has gone out: so those before the last are set aside until its end.
  const gone_out: unknown[] = []
  const add = () =>
    new Promise<void>((resolve) => {
      goOn = resolve
      zip.addReadStreamLazy(current?.path ?? "", optionsOf(current), (begin) => {
        bytesOf(current).then((stream) => {
          open = stream.once("error", fail).once("close", () => goOn?.())
          // Whoever asked has left: nothing more is read.
          if (output.destroyed) stream.destroy()
          else begin(null, stream)
        }, fail)
      })
    })
  async function addAll(): Promise<void> {
    for await (const entry of entries) {
      if (output.destroyed) return
      current = entry
      while (zip.entries.length > 1) gone_out.push(zip.entries.shift())
      await add()
    }
    zip.entries = gone_out.concat(zip.entries)
    zip.end()
  }
  zip.on("error", fail)
  output.once("close", () => {
    open?.destroy()
    goOn?.()
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
