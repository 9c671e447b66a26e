// Which parts of a Word file are XML, and their text (ECMA-376 Part 2).
import { readXml, XmlRefused } from "../../platform/text/xml.ts"
import type { WordParts } from "./archive.ts"
import { TemplateRefused } from "./template-refused.ts"

/** Text and styles, which are read at once; a book has five MB. */
const max_xml_bytes = 10 * 1024 ** 2

/** The text of every part that Word might read as XML, whatever its name. Throws `TemplateRefused`. */
export async function readXmlParts(
  parts: WordParts,
): Promise<{ texts: Map<string, string>; types: PartTypes }> {
  const listed = [...parts].find(([name]) => name.toLowerCase() === types_name)
  const types = await readTypes(listed ? textOf(types_name, listed[1]) : "")
  const texts = new Map<string, string>()
  let xml_bytes = 0
  for (const [name, bytes] of parts) {
    if (!isXml(name, bytes, types)) continue
    xml_bytes += bytes.length
    if (xml_bytes > max_xml_bytes)
      throw new TemplateRefused("The file has more than 10 MB of text. Split it into smaller files.")
    texts.set(name, isSvg(name, types) ? withoutType(textOf(name, bytes)) : textOf(name, bytes))
  }
  return { texts, types }
}

const types_name = "[content_types].xml"

function isXml(name: string, bytes: Buffer, types: PartTypes): boolean {
  const type = types.of(name) ?? ""
  return /\.(?:xml|rels|vml|svg)$/i.test(name) || type.endsWith("xml") || startsAsXml(bytes)
}

function isSvg(name: string, types: PartTypes): boolean {
  return /\.svg$/i.test(name) || types.of(name) === "image/svg+xml"
}

/** Drawing programs name SVG's own document type, which no program loads; any other, and declarations, stay to be refused. */
function withoutType(svg: string): string {
  return svg.replace(
    /<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/[^"<>]*"\s+"https?:\/\/www\.w3\.org\/[^"<>]*")?\s*>/i,
    "",
  )
}

function startsAsXml(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 64).toString("latin1").replaceAll("\0", "")
  return /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?\s*</.test(start)
}

/** Word, LibreOffice and Google Docs write UTF-8 only. */
function textOf(name: string, bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    const declared =
      /^\s*<\?xml\s[^?]*?\bencoding\s*=\s*["']([^"']*)/i.exec(text.slice(0, 500))?.[1] ?? "utf-8"
    if (!text.includes("\0") && /^(?:utf-8|us-ascii)$/i.test(declared)) return text
  } catch {
    // Not UTF-8.
  }
  throw new TemplateRefused(
    `“${name}” in the file is not encoded as UTF-8. Open the file in Word, save it again, and upload the new file.`,
  )
}

/** The content types of parts, in lower case. */
export interface PartTypes {
  of(name: string): string | undefined
}

async function readTypes(xml: string): Promise<PartTypes> {
  const byName = new Map<string, string>()
  const byExtension = new Map<string, string>()
  await walkXml(xml, {
    open: (element, { PartName = "", Extension = "", ContentType = "" }) => {
      const type = (ContentType.split(";")[0] ?? "").trim().toLowerCase()
      if (element === "Override") byName.set(PartName.replace(/^\//, "").toLowerCase(), type)
      if (element === "Default") byExtension.set(Extension.toLowerCase(), type)
    },
  })
  return {
    of: (given) => {
      const name = given.toLowerCase()
      return byName.get(name) ?? byExtension.get(name.slice(name.lastIndexOf(".") + 1))
    },
  }
}

/** As `readXml`, but throws `TemplateRefused`. */
export async function walkXml(...given: Parameters<typeof readXml>): Promise<void> {
  try {
    await readXml(...given)
  } catch (error) {
    throw error instanceof XmlRefused ? new TemplateRefused(sentences[error.reason]) : error
  }
}

const sentences: Readonly<Record<XmlRefused["reason"], string>> = {
  not_well_formed: "The file is damaged. Open it in Word, save it again, and upload the new file.",
  has_declarations:
    "The file declares entities (a DTD), which Word never does. Open it in Word, save it again, and upload the new file.",
  too_deep:
    "The file nests its contents too deeply. Copy its text to a new document, and upload that instead.",
}
