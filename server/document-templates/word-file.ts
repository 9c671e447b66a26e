// The only module that opens Word files with docxtemplater. Tag names are looked up literally: nothing in a template is
// ever executed (https://docxtemplater.com/docs/custom-parser/), and tags that insert unescaped content are refused.
import type { DXT } from "docxtemplater"
import { badRequest } from "../platform/errors.ts"
import { cleanTags } from "./tag-text.ts"

export type Part = DXT.Part
type Parser = (tag: string) => { get(scope: unknown, context: DXT.ParserContext): unknown }

/** The tags of a file; throws the syntax errors of its tags. */
export async function readParts(file: Buffer): Promise<Part[]> {
  const parts: Part[] = []
  const collect = {
    name: "foyer/parts",
    set(given: { inspect?: { postparsed?: Part[] } }) {
      parts.push(...(given.inspect?.postparsed ?? []))
    },
  }
  await open(file, () => ({ get: () => "" }), [collect])
  return parts.filter(({ type }) => type === "placeholder")
}

/** Filling is synchronous and blocks all other requests. */
const max_filled_bytes = 20 * 1024 ** 2
/** The cost of each part of a document, however short. */
const piece_bytes = 100

/**
 * Fills the tags of a file with the values that `parser` finds. Throws "bad request" when the lists would repeat beyond
 * the maximum size.
 */
export async function fillFile(
  file: Buffer,
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
  const message =
    "The filled template would be too long because its lists repeat too much text. Remove text from the lists."
  return badRequest([{ param: "template", code: "too_large", message }])
}

async function open(
  file: Buffer,
  parser: Parser,
  modules: DXT.Module[],
  nullGetter: (part: Part) => unknown = () => "",
) {
  // Loaded with the first template.
  const [{ default: Docxtemplater }, { default: PizZip }] = await Promise.all([
    import("docxtemplater"),
    import("pizzip"),
  ])
  return new Docxtemplater(new PizZip(file), {
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
    default:
      return [`${mark}}}: ${String(properties.explanation ?? "cannot be read.")}`]
  }
}

/** The text of a Word file, paragraph by paragraph, without formatting. */
export async function readParagraphs(file: Buffer): Promise<string[]> {
  const { default: PizZip } = await import("pizzip")
  const xml = new PizZip(file).file("word/document.xml")?.asText() ?? ""
  return xml
    .split("</w:p>")
    .map((paragraph) => textOf(paragraph).trim())
    .filter(Boolean)
}

function textOf(xml: string): string {
  return xml
    .replace(/<w:(?:br|tab|cr)\b[^>]*\/>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity)
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
}
