// Today's Word and Excel files are ZIP archives (ECMA-376). The directory at the end lists the contents.
import { setImmediate } from "node:timers/promises"
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl"
import { bytesAt, startsWith, type Upload, type Verdict } from "./upload.ts"

const local_entry = Buffer.from("PK\x03\x04")
/** Far more than a document full of pictures has. */
const max_entries = 100_000
const entries_at_once = 500
const window_bytes = 256 * 1024

/** Checks that the archive holds a document in `folder`. Macros are refused: they belong to other extensions. */
export async function inspectOfficeZip(upload: Upload, folder: "word" | "xl"): Promise<Verdict> {
  if (!startsWith(upload, local_entry)) return "content_mismatch"
  const reader = new UploadReader(upload)
  const archive = await fromRandomAccessReaderPromise(reader, upload.size, { lazyEntries: true }).catch(
    () => undefined,
  )
  if (reader.failure) throw reader.failure
  if (archive === undefined) return "truncated"
  const isDocument = await holdsDocument(archive, folder)
  if (reader.failure) throw reader.failure
  return isDocument ? "ok" : "content_mismatch"
}

/** False also when the directory is unreadable or too large. */
async function holdsDocument(archive: ZipFile, folder: "word" | "xl"): Promise<boolean> {
  if (archive.entryCount > max_entries) return false
  let [hasFolder, hasTypes, read] = [false, false, 0]
  try {
    for await (const { fileName } of archive.eachEntry()) {
      if (/(^|\/)vbaProject\.bin$|^xl\/workbook\.bin$/i.test(fileName)) return false
      hasFolder ||= fileName.startsWith(`${folder}/`)
      hasTypes ||= fileName === "[Content_Types].xml"
      read += 1
      // What is buffered is read without a pause, and others wait.
      if (read % entries_at_once === 0) await setImmediate()
    }
  } catch {
    return false
  }
  return hasFolder && hasTypes
}

class UploadReader extends RandomAccessReader {
  /** An error of the store, not of the archive. */
  failure: unknown
  private window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(private readonly upload: Upload) {
    super()
  }

  /**
   * Behaves like `fs.read`. yauzl reads the directory in thousands of small pieces, so this fetches larger windows from
   * the store.
   */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytes_read?: number) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => done(null, bytes.copy(target, offset)),
      (error: Error) => {
        this.failure = error
        done(error)
      },
    )
  }

  private async bytes(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.window
    if (position < start || position + length > start + bytes.length)
      this.window = {
        start: position,
        bytes: await bytesAt(this.upload, position, Math.max(length, window_bytes)),
      }
    const at = position - this.window.start
    return this.window.bytes.subarray(at, at + length)
  }
}
