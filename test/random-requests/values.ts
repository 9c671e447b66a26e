import fc from "fast-check"
import type { Schema } from "../../server/sites/reference/document.ts"

/** Keywords that the reference page does not show. */
interface Limits extends Schema {
  format?: string
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
}

/** Values that fit a schema of the document. An id stands as `§matter:7§`, for a record that is there when it is sent. */
export function valuesOf(schema: Limits, name = ""): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const parts = schema.oneOf ?? schema.anyOf
  if (parts) return fc.oneof(...parts.map((part) => valuesOf(part, name)))
  switch (schema.type) {
    case "null":
      return fc.constant(null)
    case "boolean":
      return fc.boolean()
    case "integer":
      return numberOf(schema)
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 6),
      })
    case "object":
      return objectOf(schema)
    default:
      return textOf(schema, name)
  }
}

function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Limits): fc.Arbitrary<number> {
  const small = fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 30) })
  return fc.oneof({ weight: 9, arbitrary: small }, fc.constantFrom(minimum, maximum))
}

function objectOf({ properties = {}, required = [], additionalProperties, maxProperties }: Limits) {
  if (typeof additionalProperties === "object")
    return fc.dictionary(fc.stringMatching(/^[A-Za-z_-]{1,20}$/), valuesOf(additionalProperties), {
      maxKeys: maxProperties ?? 3,
    })
  const values = Object.entries(properties).map(([name, part]) => [name, valuesOf(part, name)])
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  })
}

function textOf({ format, examples = [], minLength = 0, maxLength = 60 }: Limits, name: string) {
  const [example] = examples
  const [, kind] = /^([a-z]+)_[PF]?[0-9A-F]{32}$/.exec(String(example)) ?? []
  if (kind) return fc.nat(99).map((at) => `§${kind}:${at}§`)
  if (format === "date") return fc.date(days).map((day) => day.toISOString().slice(0, 10))
  if (format === "email") return fc.nat(9).map((at) => `client${at}@example.com`)
  // Nothing listens there, and no name has to be looked up.
  if (name === "url") return fc.constantFrom("http://127.0.0.1:9/", "http://127.0.0.1:9/hooks?from=foyer")
  const anyText = fc.string({ unit: unitOfText, minLength, maxLength: Math.min(maxLength, 60) })
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), anyText) : anyText
}

const days = { min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }
const unitOfText = fc.constantFrom(..."aeiouAbcdéßñ漢字 .,-'0123456789")
