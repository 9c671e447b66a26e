// What a template may contain: text, styles, pictures and fonts of its own, and nothing that runs or is loaded from
// elsewhere when Word opens it (ECMA-376 Part 2). A picture would reveal who reads a letter and when; macros, controls
// and embedded objects run programs. Hyperlinks are the reader's own choice.
import { localName } from "../../platform/xml.ts"
import type { WordParts } from "./archive.ts"
import { watchFields } from "./field-codes.ts"
import { readXmlParts, walkXml } from "./part-text.ts"
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
  for (const text of texts.values()) await checkXml(text)
}

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

async function checkXml(text: string): Promise<void> {
  const fields = watchFields()
  await walkXml(text, {
    open(element, attributes) {
      if (element === "Relationship") checkRelationship(attributes)
      const fault = faultOf(element, attributes)
      if (fault) throw new TemplateRefused(fault)
      fields.open(element, attributes)
    },
    text: fields.text,
    close: fields.close,
  })
  fields.finish()
}

function checkRelationship({ Type = "", Target = "", TargetMode = "" }: Readonly<Record<string, string>>) {
  const kind = Type.trim().split("/").at(-1)?.toLowerCase() ?? ""
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

/** Elements that load something without a relationship, and a mail merge, which opens its database. */
function faultOf(element: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (element === "mailMerge")
    return "The file is set up for a mail merge. In Word, choose Mailings, Start Mail Merge, Normal Word Document, and save it again."
  if (/^(?:altChunk|OLEObject|subDoc|control)$/i.test(element))
    return "The file contains an embedded object, a control or another document. Paste it as a picture or as text, or remove it."
  const isDrawn = /^(?:imagedata|fill|stroke)$/.test(element)
  for (const [name, value] of Object.entries(attributes)) {
    // A relationship of a picture, a film or a sound that stays where it is.
    if (name.endsWith(":link") || (isDrawn && localName(name) === "href"))
      return "The file contains a linked picture, film or sound. Embed it in the file, or remove it."
    if (/^(?:src|manifestLocation)$/.test(localName(name)) && isAddress(value.trim())) return loads(value)
  }
  return undefined
}

function isAddress(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target)
}

function loads(target: string): string {
  return `Opening the file would load “${target}” from another location. Embed it in the file, or remove it.`
}
