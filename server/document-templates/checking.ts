// What is wrong with a template, before anybody relies on it: every mark is compared with the fields there are.
import type { Field, Fields } from "./fields.ts"
import { findFaultOfArchive } from "./unpacking.ts"
import { faultsOfOpening, type Part, readParts } from "./word-file.ts"

/** People with their assets with their beneficiaries: deeper, a small file could ask for more than memory holds. */
const max_lists = 3

/** A sentence for each fault; none for a template that can be used. */
export async function findFaults(file: Buffer, fields: Fields): Promise<string[]> {
  const fault = await findFaultOfArchive(file)
  if (fault) return [fault]
  try {
    return [...new Set(faultsIn(await readParts(file), [fields], 0))]
  } catch (error) {
    const faults = faultsOfOpening(error)
    if (!faults) throw error
    return [...new Set(faults)]
  }
}

function faultsIn(parts: readonly Part[], scopes: readonly Fields[], lists: number): string[] {
  return parts.flatMap((part) => {
    const mark = `{{${part.module === "loop" ? (part.inverted ? "^" : "#") : ""}${part.value}}}`
    if (part.module && part.module !== "loop") return [`{{@${part.value}}} is not taken: fields are text.`]
    const field = findField(part.value, scopes)
    if (!field) return [`${mark} is not a field.`]
    if (part.module !== "loop") return faultsOfText(part.value, field)
    const inside = (part.subparsed ?? []).filter(({ type }) => type === "placeholder")
    if (part.inverted || !("fields" in field)) return faultsIn(inside, scopes, lists)
    const depth = lists + (field.kind === "list" ? 1 : 0)
    if (depth > max_lists) return [`${mark} stands inside more than ${max_lists} lists.`]
    return faultsIn(inside, [field.fields, ...scopes], depth)
  })
}

function faultsOfText(name: string, { kind }: Field): string[] {
  if (kind === "text") return []
  return [
    kind === "condition"
      ? `{{${name}}} is a condition. Write {{#${name}}} … {{/${name}}}.`
      : kind === "list"
        ? `{{${name}}} is a list. Write {{#${name}}} … {{/${name}}}.`
        : `{{${name}}} has fields of its own, such as {{${name}.…}}.`,
  ]
}

/** Looked for from the innermost list outwards, as it is when the template is filled. */
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
