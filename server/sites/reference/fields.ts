import type { Schema } from "./document.ts"

/** One field of a body or response, by its path: `results[].id`. */
export interface Field {
  name: string
  type: string
  required: boolean
  description: string
}

/** Returns every field of the schema in order, including those of nested objects. */
export function fieldsOf(schema: Schema, within = ""): Field[] {
  const named = Object.entries(schema.properties ?? {})
  return named.flatMap(([key, part]) => {
    const name = within + key
    const field = {
      name,
      type: typeOf(part),
      required: schema.required?.includes(key) === true,
      description: part.description ?? "",
    }
    return [field, ...inner(part, name)]
  })
}

/** Returns the fields of the first of several shapes that has any. */
export function fieldsOfAny(schema: Schema): Field[] {
  const seen = new Map<string, Field>()
  for (const shape of schema.oneOf ?? schema.anyOf ?? [schema])
    for (const field of fieldsOf(shape)) if (!seen.has(field.name)) seen.set(field.name, field)
  return [...seen.values()]
}

function inner(part: Schema, name: string): Field[] {
  const shapes = part.oneOf ?? part.anyOf
  if (shapes) return shapes.flatMap((shape) => inner(shape, name))
  if (part.items) return inner(part.items, `${name}[]`)
  return fieldsOf(part, `${name}.`)
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ")
  const open = schema["x-extensible-enum"]
  if (open) return open.map((value) => JSON.stringify(value)).join(", ")
  const shapes = schema.oneOf ?? schema.anyOf
  if (shapes) return [...new Set(shapes.map(typeOf))].join(" or ")
  if (schema.type === "array") return schema.items ? `list of ${plural(typeOf(schema.items))}` : "list"
  return schema.type === undefined ? "any" : [schema.type].flat().join(" or ")
}

function plural(type: string): string {
  return /^[a-z]+$/.test(type) ? `${type}s` : type
}
