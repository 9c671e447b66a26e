// TypeScript declarations of JSON schemas: as much of JSON Schema as the API's document uses.
import type { JsonSchema } from "../../platform/http/openapi-schemas.ts"

/** A named type; throws on what has no counterpart here. */
export function declareRecord(name: string, schema: JsonSchema): string {
  return `${commentOf(schema.description)}export type ${name} = ${typeOf(schema)}\n`
}

/** The TypeScript type of a schema. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type, items, properties, additionalProperties } = schema
  if ($ref) return $ref.slice($ref.lastIndexOf("/") + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ")
  const open = schema["x-extensible-enum"]
  if (Array.isArray(open)) return choiceOf([{ enum: open }, { type: "string" }])
  const choices = anyOf ?? (oneOf as JsonSchema[] | undefined)
  if (choices) return choiceOf(choices)
  if (allOf) return (allOf as JsonSchema[]).map((part) => `(${typeOf(part)})`).join(" & ")
  if (Array.isArray(type)) return choiceOf(type.map((one) => ({ ...schema, type: one })))
  if (type === "array") return `Array<${items ? typeOf(items) : "unknown"}>`
  if (type === "object" && properties) return objectOf(properties, schema.required as string[] | undefined)
  if (type === "object")
    return `Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>`
  const plain = typeof type === "string" ? plainTypes[type] : "unknown"
  if (!plain) throw new Error(`There is no type for ${JSON.stringify(schema)}.`)
  return plain
}

const plainTypes: Record<string, string | undefined> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
}

/** Beside values of a list, text is written so that editors go on offering the values. */
function choiceOf(choices: readonly JsonSchema[]): string {
  const isList = choices.some((choice) => choice.enum ?? choice.const)
  const types = choices.map((choice) => {
    const type = typeOf(choice)
    return isList && type === "string" ? "(string & {})" : type
  })
  return [...new Set(types)].join(" | ")
}

/** An object type; a property that is not in `required` may be left out. */
export function objectOf(properties: Record<string, JsonSchema>, required: readonly string[] = []): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema)
    const is = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`
    return `${commentOf(schema.description)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${is}\n`
  })
  return `{\n${lines.join("").replace(/^(?=.)/gm, "  ")}}`
}

/** A doc comment, on a line of its own. */
export function commentOf(text: unknown): string {
  return text ? `/** ${String(text).replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n` : ""
}
