// The only module that opens a template's archive. What is checked and what is filled are the same bytes, whatever else
// the archive hides behind its directory.
import { fromBufferPromise, type ZipFile } from "yauzl"
import { TemplateRefused } from "./template-refused.ts"

/** A letter with a letterhead has less than 1 MB. */
const max_unpacked_bytes = 50 * 1024 ** 2
/** A letter has some twenty, a book with pictures some hundred. */
const max_parts = 2_000

/** The parts of a Word file by their paths. */
export type WordParts = ReadonlyMap<string, Buffer>

/** Unpacks every part, because an archive may lie about its size. Throws `TemplateRefused`. */
export async function unpack(file: Buffer): Promise<WordParts> {
  try {
    return await read(await fromBufferPromise(file, { lazyEntries: true }))
  } catch (error) {
    if (error instanceof TemplateRefused) throw error
    throw damaged()
  }
}

function damaged() {
  return new TemplateRefused("The file is damaged. Open it in Word, save it again, and upload the new file.")
}

async function read(archive: ZipFile): Promise<WordParts> {
  const parts = new Map<string, Buffer>()
  // Word does not tell upper from lower case.
  const taken = new Set<string>()
  let unpacked_bytes = 0
  if (archive.entryCount > max_parts)
    throw new TemplateRefused("The file has too many parts. Remove pictures, or split it into smaller files.")
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (taken.has(name))
      throw new TemplateRefused(`The file contains “${name}” twice. Open it in Word, and save it again.`)
    taken.add(name)
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      unpacked_bytes += (chunk as Buffer).length
      if (unpacked_bytes > max_unpacked_bytes)
        throw new TemplateRefused("The file unpacks to more than 50 MB.")
      chunks.push(chunk as Buffer)
    }
    if (!name.endsWith("/")) parts.set(entry.fileName, Buffer.concat(chunks))
  }
  if (!taken.has("[content_types].xml")) throw damaged()
  return parts
}
