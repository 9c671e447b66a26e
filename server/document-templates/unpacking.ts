// What an archive is before anything reads it as a Word file: how much it holds, and whether it holds it itself.
import { fromBufferPromise, type ZipFile } from "yauzl"

/** A letter with a letterhead has less than one. */
const max_unpacked_bytes = 50 * 1024 ** 2
/** Of words and their looks, which are read at once: a book has five. */
const max_xml_bytes = 10 * 1024 ** 2
/** Each field has two or more. */
const max_braces = 10_000

/** Why a template is not taken, in a sentence; undefined for one that is small and whole. */
export async function findFaultOfArchive(file: Buffer): Promise<string | undefined> {
  const archive = await fromBufferPromise(file, { lazyEntries: true })
  try {
    return await findFaultIn(archive)
  } catch {
    // The archive was whole enough to be inspected: what fails here is one of its entries.
    return "The file is damaged. Open it in Word, save it anew, and upload that."
  }
}

/** Unpacks every entry: what an archive says of its own size may be a lie. */
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
      if (size.xml > max_xml_bytes) return "The file has more than 10 MB of text. Split it."
      if (size.braces > max_braces) return "The file has more fields than can be filled. Split it."
      if (/\.rels$/i.test(entry.fileName)) links.push(bytes)
    }
    const foreign = findForeign(Buffer.concat(links).toString())
    if (foreign !== undefined)
      return `Whoever opens the file loads “${foreign}” from elsewhere. Put that into the file, or take it out.`
  }
  return undefined
}

const brace = "{".charCodeAt(0)

/**
 * What Word would fetch from another machine when the document is opened (ECMA-376 Part 2, external relationships): a
 * picture tells who reads it and when, a template brings macros along. Links to follow are the reader's own doing, and
 * a path on the author's disk leads nowhere else.
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

/** A letter may be written as its number. */
function withoutEntities(xml: string): string {
  return xml.replace(/&#(x?)([0-9a-f]{1,6});/gi, (entity, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}
