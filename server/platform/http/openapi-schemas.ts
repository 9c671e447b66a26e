// Makes the document's schemas fit for programs that generate clients: every record is named once, every value list has a
// type, and nothing needs more than other languages' pattern engines know.

/** A JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  $ref?: string
  $id?: string
  title?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  /** Of a parameter: text that is read as a number of 1 or more, and the number taken without it. */
  "x-whole-number"?: { default?: number }
  [keyword: string]: unknown
}

/**
 * Moves every object into `named`, by its title or else by where it is (`title`), and returns a schema that refers to
 * it. Throws if two different objects have one title.
 */
export function nameRecords(schema: JsonSchema, named: Record<string, JsonSchema>, title = ""): JsonSchema {
  const plain = simplify(schema)
  const own = plain.title ?? title
  const { anyOf, ...others } = plain
  const inner: JsonSchema = {
    ...others,
    ...(anyOf && choiceOf(anyOf.map((part) => nameRecords(part, named, own)))),
    ...(plain.items && { items: nameRecords(plain.items, named, own.replace(/s$/, "")) }),
    ...(plain.properties && {
      properties: Object.fromEntries(
        Object.entries(plain.properties).map(([name, part]) => [
          name,
          nameRecords(withFormat(name, part), named, `${own} ${name}`),
        ]),
      ),
    }),
    ...(typeof plain.additionalProperties === "object" && {
      additionalProperties: nameRecords(plain.additionalProperties, named, own),
    }),
  }
  if (inner.type !== "object") return inner
  const { $id, ...record } = inner
  const name = nameOf(own)
  const known = named[name]
  if (known && essenceOf(known) !== essenceOf(record))
    throw new Error(`Two different objects are called “${own}”.`)
  named[name] ??= record
  return { $ref: `#/components/schemas/${name}` }
}

/** Several records never fit at once, which Go's generators have to be told. */
function choiceOf(parts: JsonSchema[]): JsonSchema {
  return parts.filter(({ $ref }) => $ref).length > 1 ? { oneOf: parts } : { anyOf: parts }
}

/**
 * The schema of a response with its value lists open: clients generated from a closed list fail at the first value that
 * is added to it. (A union of list and string would say so too, but Go's generators cannot read one.)
 */
export function openLists(schema: JsonSchema): JsonSchema {
  const { enum: values, ...open } = schema
  if (values && values.length > 1)
    return { ...open, type: "string", "x-extensible-enum": values, examples: values }
  return {
    ...schema,
    ...(schema.anyOf && { anyOf: schema.anyOf.map(openLists) }),
    ...(schema.items && { items: openLists(schema.items) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, part]) => [name, openLists(part)]),
      ),
    }),
  }
}

/** What two uses of one record share: each may describe it in its own words. */
function essenceOf({ description, ...record }: JsonSchema): string {
  return JSON.stringify(record)
}

/** `Open item of a submission` becomes `OpenItemOfASubmission`. */
function nameOf(title: string): string {
  const words = title.split(/[^A-Za-z0-9]/)
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")
}

/** The same schema in what every generator reads. */
export function simplify({ "x-whole-number": number, ...schema }: JsonSchema): JsonSchema {
  if (number) {
    const { examples, ...rest } = schema
    const read = Array.isArray(examples) && { examples: examples.map(Number) }
    return { ...rest, type: "integer", minimum: 1, ...number, ...read }
  }
  const { pattern, ...rest } = schema
  const known = pattern !== undefined && isCommon(pattern) ? schema : rest
  if (Array.isArray(known.type)) {
    const { type, description, title, examples, ...limits } = known
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples }),
      anyOf: (type as string[]).map((one) => ({ type: one, ...limitsOf(one, limits) })),
    }
  }
  const isTyped = known.type !== undefined || !known.enum?.every((value) => typeof value === "string")
  return isTyped ? known : { type: "string", ...known }
}

function limitsOf(type: string, limits: Record<string, unknown>): Record<string, unknown> {
  const names = type === "string" ? ["minLength", "maxLength"] : ["minimum", "maximum"]
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.includes(name)))
}

/** Without Unicode classes and lookarounds, which most languages' engines lack. The server checks them all the same. */
function isCommon(pattern: string): boolean {
  return !/\\p|\(\?[=!<]/i.test(pattern)
}

/** What a field's name promises: moments end in `_at`, days are called `…_date`, `…_on` or `date_of_…`. */
function formatOf(name: string): { format?: string } {
  if (/_at$/.test(name)) return { format: "date-time" }
  return /_(date|on)$|^date_of_/.test(name) ? { format: "date" } : {}
}

function isText({ type, format }: JsonSchema): boolean {
  return type === "string" && format === undefined
}

/** The schema of the field `name` with its format; a nullable one has it in its text. */
function withFormat(name: string, schema: JsonSchema): JsonSchema {
  if (isText(schema)) return { ...schema, ...formatOf(name) }
  if (!schema.anyOf) return schema
  return { ...schema, anyOf: schema.anyOf.map((part) => withFormat(name, part)) }
}
