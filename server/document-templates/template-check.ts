// Checks a template before anyone relies on it: compares every tag with the available fields.

import { findFaultOfArchive } from "./archive-check.ts"
import type { Field, Fields } from "./fields.ts"
import { faultsOfOpening, type Part, readParts } from "./word-file.ts"

/** People, their assets, their beneficiaries. Deeper nesting would let a small file use up all memory. */
const max_lists = 3

/** A sentence for each fault; empty for a usable template. */
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
    if (part.module && part.module !== "loop")
      return [`{{@${part.value}}} is not allowed: fields are plain text.`]
    const field = findField(part.value, scopes)
    if (!field) return [`${mark} is not a field.`]
    if (part.module !== "loop") return faultsOfText(part.value, field)
    const inside = (part.subparsed ?? []).filter(({ type }) => type === "placeholder")
    if (part.inverted || !("fields" in field)) return faultsIn(inside, scopes, lists)
    const depth = lists + (field.kind === "list" ? 1 : 0)
    if (depth > max_lists) return [`${mark} is nested in more than ${max_lists} lists.`]
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
