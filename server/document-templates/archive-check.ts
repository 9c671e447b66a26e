// Checks an archive before anything opens it as a Word file: its unpacked size, and that it loads nothing external.
import { fromBufferPromise, type ZipFile } from "yauzl"

/** A letter with a letterhead has less than 1 MB. */
const max_unpacked_bytes = 50 * 1024 ** 2
/** Text and styles, which are read at once; a book has five MB. */
const max_xml_bytes = 10 * 1024 ** 2
/** Each field has at least two. */
const max_braces = 10_000

/** Why a template is refused, in a sentence; undefined for a small and intact file. */
export async function findFaultOfArchive(file: Buffer): Promise<string | undefined> {
  const archive = await fromBufferPromise(file, { lazyEntries: true })
  try {
    return await findFaultIn(archive)
  } catch {
    // The archive itself passed the inspection, so one of its entries is damaged.
    return "The file is damaged. Open it in Word, save it again, and upload the new file."
  }
}

/** Unpacks every entry, because an archive may lie about its size. */
async function findFaultIn(archive: ZipFile): Promise<string | undefined> {
  const size = { all: 0, xml: 0, braces: 0 }
  for await (const entry of archive.eachEntry()) {
    const links: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      const bytes = chunk as Buffer
      size.all += bytes.length
      if (size.all > max_unpacked_bytes) return "The file unpacks to more than 50 MB."
      if (!/\.(xml|rels)$/i.test(entry.fileName)) continue
      size.xml += bytes.length
      for (const byte of bytes) if (byte === brace) size.braces += 1
      if (size.xml > max_xml_bytes)
        return "The file has more than 10 MB of text. Split it into smaller files."
      if (size.braces > max_braces)
        return "The file has more fields than can be filled. Split it into smaller files."
      if (/\.rels$/i.test(entry.fileName)) links.push(bytes)
    }
    const foreign = findForeign(Buffer.concat(links).toString())
    if (foreign !== undefined)
      return `Opening the file would load “${foreign}” from another location. Embed it in the file, or remove it.`
  }
  return undefined
}

const brace = "{".charCodeAt(0)

/**
 * The first resource Word would load from elsewhere when it opens the document (ECMA-376 Part 2, external
 * relationships). A picture would reveal who reads it and when; a template could bring macros. Hyperlinks are the
 * reader's own choice, and a path on the author's disk loads nothing remote.
 */
function findForeign(relationships: string): string | undefined {
  for (const [element] of withoutEntities(relationships).matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    if (!/\sTargetMode\s*=\s*["']\s*External/i.test(element)) continue
    const type = attribute(element, "Type")
    const target = attribute(element, "Target")
    if (!type.endsWith("/hyperlink") && !/^(file:\/\/\/)?[a-z]:/i.test(target)) return target
  }
  return undefined
}

function attribute(element: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(element)?.[1] ?? ""
}

/** XML can write a character as its code. */
function withoutEntities(xml: string): string {
  return xml.replace(/&#(x?)([0-9a-f]{1,6});/gi, (entity, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}
