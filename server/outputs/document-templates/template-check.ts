// Checks a template before anyone relies on it: compares every tag with the available fields.

import { findNearestName } from "../../platform/text/nearest-name.ts"
import type { WordParts } from "./archive.ts"
import type { Field, Fields } from "./fields.ts"
import { type Formatted, formats, formatsOf, splitFormat } from "./formats.ts"
import { tagText } from "./tag-text.ts"
import { faultsOfOpening, type Part, paragraphsOf, readTags } from "./word-file.ts"

/** People, their assets, their beneficiaries. Deeper nesting would let a small file use up all memory. */
const max_lists = 3

/** A sentence for each fault in the tags; empty for a usable template. */
export async function findTagFaults(file: WordParts, fields: Fields): Promise<string[]> {
  try {
    const tags = await readTags(file)
    if (tags.length === 0) return await findForeignTags(file, fields)
    return [...new Set(faultsIn(tags, [fields], 0))]
  } catch (error) {
    const faults = faultsOfOpening(error)
    if (!faults) throw error
    return [...new Set(faults)]
  }
}

/** How other programs mark a field. Texts in many languages have words in « » too, but few with a dot or a line within. */
const foreign = /\$\{([^{}]{1,80})\}|\{([^{}]{1,80})\}|«([^«»]{1,80})»|<<([^<>]{1,80})>>/g

/** A file without fields may be one with another program's, which would go out unfilled. */
async function findForeignTags(file: WordParts, fields: Fields): Promise<string[]> {
  for (const name of file.keys()) {
    if (!/^word\/[^/]+\.xml$/i.test(name)) continue
    for (const paragraph of await paragraphsOf(file, name))
      for (const [written, ...names] of paragraph.matchAll(foreign)) {
        const tag = tagText(names.join(""))
        if (!/^[\p{L}_][\p{L}\p{N}_. -]*$/u.test(tag)) continue
        const nearest = nearestField(tag, [fields])
        const isMarked = /^[${]/.test(written) || /[._]/.test(tag) || nearest !== undefined
        if (isMarked)
          return [
            `No fields found. Did you mean {{${nearest ?? "client.full_name"}}} instead of ${written}? Foyer’s fields have two braces on each side.`,
          ]
      }
  }
  return []
}

function faultsIn(parts: readonly Part[], scopes: readonly Fields[], lists: number): string[] {
  return parts.flatMap((part) => {
    const sign = part.module === "loop" ? (part.inverted ? "^" : "#") : ""
    const mark = `{{${sign}${part.value}}}`
    if (part.module && part.module !== "loop")
      return [`{{@${part.value}}} is not allowed: fields are plain text.`]
    const { name, format } = splitFormat(part.value)
    const field = findField(name, scopes)
    if (!field) return [`${mark} is not a field.${suggestionFor(name, scopes, sign)}`]
    if (part.module !== "loop") return [...faultsOfText(name, field), ...faultsOfFormat(mark, format, field)]
    if (format !== undefined) return [`${mark}: a section has no format.`]
    const inside = (part.subparsed ?? []).filter(({ type }) => type === "placeholder")
    if (part.inverted || !("fields" in field)) return faultsIn(inside, scopes, lists)
    const depth = lists + (field.kind === "list" ? 1 : 0)
    if (depth > max_lists) return [`${mark} is nested in more than ${max_lists} lists.`]
    return faultsIn(inside, [field.fields, ...scopes], depth)
  })
}

function faultsOfText(name: string, { kind }: Field): string[] {
  if (kind in formats) return []
  return [
    kind === "condition"
      ? `{{${name}}} is a condition. Write {{#${name}}} … {{/${name}}}.`
      : kind === "list"
        ? `{{${name}}} is a list. Write {{#${name}}} … {{/${name}}}.`
        : `{{${name}}} has fields of its own, such as {{${name}.…}}.`,
  ]
}

function faultsOfFormat(mark: string, format: string | undefined, { kind }: Field): string[] {
  if (format === undefined || !(kind in formats)) return []
  const known = Object.keys(formatsOf(kind as Formatted))
  return known.includes(format) ? [] : [`${mark}: the formats of this field are ${known.join(", ")}.`]
}

/** The field whose name is most like this one. Few are searched for, because each search takes a while. */
function suggestionFor(name: string, scopes: readonly Fields[], sign: string): string {
  const nearest = nearestField(name, scopes)
  return nearest === undefined ? "" : ` Did you mean {{${sign}${nearest}}}?`
}

function nearestField(name: string, scopes: readonly Fields[]): string | undefined {
  const known = scopes.flatMap((fields) =>
    Object.entries(fields).flatMap(([own, field]) => [
      own,
      ...(field.kind === "group" ? Object.keys(field.fields).map((inner) => `${own}.${inner}`) : []),
    ]),
  )
  return findNearestName(name.replaceAll(" ", "_"), known)
}

/** Searches from the innermost list outward, as filling does. */
function findField(name: string, scopes: readonly Fields[]): Field | undefined {
  const [first = "", ...rest] = name.split(".")
  const scope = scopes.find((fields) => Object.hasOwn(fields, first))
  let field = scope?.[first]
  for (const part of rest) {
    if (field?.kind !== "group" || !Object.hasOwn(field.fields, part)) return undefined
    field = field.fields[part]
  }
  return field
}
