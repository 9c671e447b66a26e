// The only module that opens Word files with docxtemplater. Tag names are looked up literally: nothing in a template is
// ever executed (https://docxtemplater.com/docs/custom-parser/), and tags that insert unescaped content are refused.
import type { DXT } from "docxtemplater"
import { readXml } from "../../platform/text/xml.ts"
import type { WordParts } from "./archive.ts"
import { cleanTags } from "./tag-text.ts"
import { TemplateRefused } from "./template-refused.ts"

export type Part = DXT.Part
type Parser = (tag: string) => { get(scope: unknown, context: DXT.ParserContext): unknown }

/** The tags of a file; throws the syntax errors of its tags. */
export async function readTags(file: WordParts): Promise<Part[]> {
  const tags: Part[] = []
  const collect = {
    name: "foyer/tags",
    set(given: { inspect?: { postparsed?: Part[] } }) {
      for (const part of given.inspect?.postparsed ?? []) if (part.type === "placeholder") tags.push(part)
    },
  }
  await open(file, () => ({ get: () => "" }), [collect])
  return tags
}

const max_filled_bytes = 20 * 1024 ** 2
/** The cost of each part of a document, however short. */
const piece_bytes = 100

/**
 * Fills the tags of a file with the values that `parser` finds. Throws `TemplateRefused` when the lists would repeat
 * beyond the maximum size.
 */
export async function fillFile(
  file: WordParts,
  values: object,
  parser: Parser,
  nullGetter: (part: Part) => unknown,
): Promise<Buffer> {
  let filled = 0
  const counting = {
    name: "foyer/size",
    // Runs before the filling modules, because the first module to return a value ends the chain.
    priority: 100,
    render(part: Part) {
      filled += piece_bytes + (part.type === "placeholder" ? 0 : part.value.length)
      if (filled > max_filled_bytes) throw tooLarge()
      return null
    },
  }
  const counted: Parser = (tag) => ({
    get(scope, context) {
      const value = parser(tag).get(scope, context)
      if (typeof value === "string") filled += value.length
      return value
    },
  })
  const document = await open(file, counted, [counting], nullGetter)
  document.render(values)
  return document.toBuffer()
}

function tooLarge() {
  return new TemplateRefused(
    "The filled template would be too long because its lists repeat too much text. Remove text from the lists.",
  )
}

async function open(
  file: WordParts,
  parser: Parser,
  modules: DXT.Module[],
  nullGetter: (part: Part) => unknown = () => "",
) {
  // Loaded with the first template.
  const [{ default: Docxtemplater }, { default: PizZip }] = await Promise.all([
    import("docxtemplater"),
    import("pizzip"),
  ])
  const archive = new PizZip()
  for (const [path, bytes] of file) archive.file(path, bytes)
  return new Docxtemplater(archive, {
    delimiters: { start: "{{", end: "}}" },
    syntax: { changeDelimiterPrefix: null },
    paragraphLoop: true,
    linebreaks: true,
    stripInvalidXMLChars: true,
    errorLogging: false,
    parser,
    nullGetter: nullGetter as DXT.Options["nullGetter"],
    modules: [{ ...cleanTags }, ...modules],
  })
}

/** A sentence for each syntax error in the tags; undefined for any other failure. */
export function faultsOfOpening(error: unknown): string[] | undefined {
  const { properties } = error as {
    properties?: { id?: string; errors?: unknown[] } & Record<string, unknown>
  }
  if (!properties) return undefined
  if (properties.errors) return properties.errors.flatMap((each) => faultsOfOpening(each) ?? [])
  const { id = "", xtag, openingtag, closingtag, context } = properties
  const mark = `{{${String(xtag ?? openingtag ?? context ?? "").replace(/^\{+/, "")}`
  switch (id) {
    case "unclosed_tag":
    case "duplicate_open_tag":
      return [`${mark} has no closing }}.`]
    case "unopened_tag":
    case "duplicate_close_tag":
      return [`A }} near “${String(xtag ?? context ?? "")}” has no opening {{.`]
    case "unclosed_loop":
      return [`{{#${String(xtag)}}} is never closed. End it with {{/${String(xtag)}}}.`]
    case "unopened_loop":
      return [`{{/${String(xtag)}}} closes a section that was never opened.`]
    case "closing_tag_does_not_match_opening_tag":
      return [`{{#${String(openingtag)}}} is closed by {{/${String(closingtag)}}}.`]
    case "filetype_not_identified":
      return ["The file is not a Word document. Save it as one (.docx) in Word, and upload the new file."]
    default:
      return [`${mark}}}: ${String(properties.explanation ?? "cannot be read.")}`]
  }
}

/** The text of a Word file, paragraph by paragraph, without formatting. */
export async function paragraphsOf(file: WordParts, part = "word/document.xml"): Promise<string[]> {
  const paragraphs: string[] = []
  let paragraph = ""
  await readXml(file.get(part)?.toString() ?? "", {
    text(text, inside) {
      if (inside === "t") paragraph += text
    },
    close(element) {
      if (element === "br" || element === "tab" || element === "cr") paragraph += " "
      if (element !== "p") return
      paragraphs.push(paragraph.trim())
      paragraph = ""
    },
  })
  return paragraphs.filter(Boolean)
}
