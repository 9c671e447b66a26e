// What a template may contain: text, styles, pictures and fonts of its own, and nothing that runs or is loaded from
// elsewhere when Word opens it (ECMA-376 Part 2). A picture would reveal who reads a letter and when; macros, controls
// and embedded objects run programs. Hyperlinks are the reader's own choice.
import { localName } from "../../platform/text/xml.ts"
import type { WordParts } from "./archive.ts"
import { watchFields } from "./field-codes.ts"
import { readXmlParts, walkXml } from "./part-text.ts"
import { watchDrawing } from "./svg-content.ts"
import { TemplateRefused } from "./template-refused.ts"

/** Each field has at least two. */
const max_braces = 10_000

/** Throws `TemplateRefused` for what a template may not contain. */
export async function checkContent(parts: WordParts): Promise<void> {
  const { texts, types } = await readXmlParts(parts)
  for (const name of parts.keys()) checkType(name, types.of(name) ?? "")
  let braces = 0
  for (const text of texts.values()) {
    braces += text.split("{").length - 1
    if (braces > max_braces)
      throw new TemplateRefused("The file has more fields than can be filled. Split it into smaller files.")
  }
  const pieces = { count: 0 }
  for (const [name, text] of texts) {
    // https://www.w3.org/TR/xml-stylesheet/: it is no element, and stands before the first.
    if (/<\?xml-stylesheet\s/.test(text)) throw new TemplateRefused(loads("xml-stylesheet"))
    const linked = await readLinked(texts.get(relationsOf(name)) ?? "")
    await checkXml(text, linked, pieces)
  }
}

/** The part that lists what another part refers to. */
function relationsOf(name: string): string {
  const folder = name.slice(0, name.lastIndexOf("/") + 1)
  return `${folder}_rels/${name.slice(folder.length)}.rels`
}

/** The ids of hyperlinks, which nothing but a link may use. */
async function readLinked(relations: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  await walkXml(relations, {
    open(element, { Id = "", Type = "" }) {
      if (element === "Relationship" && kindOf(Type) === "hyperlink") ids.add(Id)
    },
  })
  return ids
}

const kindOf = (type: string) => type.trim().split("/").at(-1)?.toLowerCase() ?? ""

/** Of parts that Word can reach; the rest has no type. */
function checkType(name: string, type: string): void {
  if (/macroenabled|vba/.test(type) || /vbaproject|vbadata/i.test(name))
    throw new TemplateRefused("The file contains macros. Save it as a Word document (.docx) without macros.")
  const isPlain = type === "" || type.endsWith("xml") || /^image\/|font|opentype|printersettings/.test(type)
  if (!isPlain || /activex/.test(type))
    throw new TemplateRefused(
      `The file contains an embedded object or a control (${name}). Paste it as a picture, or remove it.`,
    )
}

/** Word makes a new one wherever the formatting changes, or the spelling was checked. Filling takes time for each. */
const max_pieces = 40_000

async function checkXml(text: string, linked: ReadonlySet<string>, pieces: { count: number }): Promise<void> {
  const fields = watchFields()
  const drawing = watchDrawing()
  await walkXml(text, {
    open(element, attributes) {
      if (element === "r" && ++pieces.count > max_pieces)
        throw new TemplateRefused(
          `The file has more than ${max_pieces.toLocaleString("en-US")} pieces of text. Paste it into a new document as text only, or split it into smaller files.`,
        )
      if (element === "Relationship") checkRelationship(attributes)
      const fault =
        faultOf(element, attributes) ??
        faultOfLink(element, attributes, linked) ??
        drawing.open(element, attributes)
      if (fault) throw new TemplateRefused(fault)
      fields.open(element, attributes)
    },
    text(part, inside) {
      fields.text(part, inside)
      const fault = drawing.text(part, inside)
      if (fault) throw new TemplateRefused(fault)
    },
    close(element) {
      fields.close(element)
      const fault = drawing.close(element)
      if (fault) throw new TemplateRefused(fault)
    },
  })
  fields.finish()
}

function checkRelationship({ Type = "", Target = "", TargetMode = "" }: Readonly<Record<string, string>>) {
  const kind = kindOf(Type)
  const target = Target.trim()
  if (/vba|attachedtoolbars/.test(kind))
    throw new TemplateRefused("The file contains macros. Save it as a Word document (.docx) without macros.")
  const isWithin = /^(?:internal)?$/i.test(TargetMode.trim()) && !isAddress(target)
  // The author's own disk holds the template that Word gave every document.
  const isOnOwnDisk = kind === "attachedtemplate" && /^(?:file:\/\/\/)?[a-z]:[\\/]/i.test(target)
  if (!isWithin && !isOnOwnDisk && kind !== "hyperlink") throw new TemplateRefused(loads(target))
  if (
    /^(?:oleobject|package|control|activexcontrolbinary|afchunk|subdocument|frame|webextension\w*)$/.test(
      kind,
    )
  )
    throw new TemplateRefused(
      `The file contains an embedded object, a control or another document (${target}). Paste it as a picture or as text, or remove it.`,
    )
}

/** A picture whose relationship pretends to be a hyperlink. */
function faultOfLink(
  element: string,
  attributes: Readonly<Record<string, string>>,
  linked: ReadonlySet<string>,
): string | undefined {
  if (linked.size === 0 || /^(?:hyperlink|hlink\w*)$/i.test(element)) return undefined
  const isLinked = Object.entries(attributes).some(([name, value]) => name.includes(":") && linked.has(value))
  return isLinked ? linked_picture : undefined
}

/** Elements that load something without a relationship, and a mail merge, which opens its database. */
function faultOf(element: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (element === "mailMerge")
    return "The file is set up for a mail merge. In Word, choose Mailings, Start Mail Merge, Normal Word Document, and save it again."
  if (/^(?:altChunk|OLEObject|subDoc|control)$/i.test(element))
    return "The file contains an embedded object, a control or another document. Paste it as a picture or as text, or remove it."
  const isDrawn = /^(?:imagedata|fill|stroke)$/.test(element)
  for (const [name, value] of Object.entries(attributes)) {
    // A relationship of a picture, a film or a sound that stays where it is.
    if (name.endsWith(":link") || (isDrawn && localName(name) === "href")) return linked_picture
    if (/^(?:src|manifestLocation)$/.test(localName(name)) && isAddress(value.trim())) return loads(value)
  }
  return undefined
}

const linked_picture =
  "The file contains a linked picture, film or sound. Embed it in the file, or remove it."

function isAddress(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target)
}

function loads(target: string): string {
  return `Opening the file would load “${target}” from another location. Embed it in the file, or remove it.`
}
