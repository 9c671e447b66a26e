import type { FastifySchemaValidationError } from "fastify/types/schema.js"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { type ApiFault, badRequest, type Failure, max_faults } from "../../errors.ts"
import type { UnreadText } from "./text-readers.ts"

/** Turns validation errors into one "bad request" with a sentence for each fault. */
export function faultsOf(validation: readonly FastifySchemaValidationError[]): Failure {
  const seen = new Map<string, ApiFault>()
  for (const finding of validation) {
    if (seen.size === max_faults) break
    // Faults of a key are reported by the error about the object that has it.
    if ("propertyName" in finding) continue
    const fault = faultOf(finding)
    const known = seen.get(fault.param)
    // A value that matches none of several shapes is reported once per shape; the first sentence is enough.
    if (!known) seen.set(fault.param, fault)
  }
  return badRequest([...seen.values()])
}

function faultOf({ keyword, instancePath, params }: FastifySchemaValidationError): ApiFault {
  const path = instancePath.slice(1).split("/").map(shortened).join(".")
  const at = (name: unknown) => (path ? `${path}.${shortened(String(name))}` : shortened(String(name)))
  const named = path || "body"
  switch (keyword) {
    case "additionalProperties":
      return unknownField(at(params.additionalProperty))
    case "required": {
      const param = at(params.missingProperty)
      return { param, code: "required", message: `"${param}" is required.` }
    }
    case "type":
      return { param: named, code: "wrong_type", message: `"${named}" must be ${typeNames(params.type)}.` }
    case "enum":
      return {
        param: named,
        code: "unknown_value",
        message: `"${named}" must be one of: ${(params.allowedValues as unknown[]).join(", ")}.`,
      }
    case "x-reads":
      return unreadText(named, params)
    case "format":
      return {
        param: named,
        code: "wrong_format",
        message: `"${named}" must be ${formatNames[String(params.format)] ?? `a ${params.format}`}.`,
      }
    case "minLength":
      return {
        param: named,
        code: "too_short",
        message: `"${named}" must have at least ${count(params.limit, "character")}.`,
      }
    case "maxLength":
      return {
        param: named,
        code: "too_long",
        message: `"${named}" must have at most ${count(params.limit, "character")}.`,
      }
    case "minimum":
      return { param: named, code: "too_small", message: `"${named}" must be ${params.limit} or more.` }
    case "maximum":
      return { param: named, code: "too_large", message: `"${named}" must be ${params.limit} or less.` }
    case "propertyNames": {
      const key = shortened(String(params.propertyName))
      const message = `"${named}" has a key that is too short or too long, or has control characters: ${JSON.stringify(key)}. Rename it.`
      return { param: at(key), code: "unfit_key", message }
    }
    case "repeated":
      return {
        param: named,
        code: "repeated",
        message: `"${named}" is given more than once. Give it once.`,
      }
    case "storable":
      return {
        param: named,
        code: "unreadable",
        message: `"${named}" holds a NUL character, which nothing stored can hold. Remove it.`,
      }
    case "minItems":
      return {
        param: named,
        code: "too_few",
        message: `"${named}" must have at least ${count(params.limit, "item")}.`,
      }
    case "maxItems":
      return {
        param: named,
        code: "too_many",
        message: `"${named}" must have at most ${count(params.limit, "item")}.`,
      }
    case "minProperties":
      return {
        param: named,
        code: "too_few",
        message: path
          ? `"${named}" must have at least ${count(params.limit, "key")}.`
          : `The body must have at least ${count(params.limit, "field")}.`,
      }
    case "maxProperties":
      return {
        param: named,
        code: "too_many",
        message: `"${named}" must have at most ${count(params.limit, "key")}.`,
      }
    default:
      return {
        param: named,
        code: "not_accepted",
        message: `"${named}" does not have the form the documentation describes.`,
      }
  }
}

export function unknownField(name: string): ApiFault {
  const param = shortened(name)
  return {
    param,
    code: "unknown_field",
    message: `There is no field "${param}" here. Remove it, or check its spelling.`,
  }
}

/** The response repeats names that the caller made up. */
function shortened(name: string): string {
  return name.slice(0, 80)
}

/** In the words of the forms. */
function unreadText(param: string, { fault }: UnreadText): ApiFault {
  if (!fault)
    return {
      param,
      code: "not_accepted",
      message: `"${param}" must have at least one visible character.`,
    }
  const { code } = fault
  return {
    param,
    code: code.endsWith("_too_long")
      ? "too_long"
      : /^(email|date)_/.test(code)
        ? "wrong_format"
        : "not_accepted",
    message: faultSentence(fault, param, "en"),
  }
}

const formatNames: Record<string, string> = {
  date: "a date of the calendar as YYYY-MM-DD",
  "date-time": "a time as 2026-03-02T10:15:00Z; in a URL, write + as %2B",
}

function typeNames(type: unknown): string {
  const names: Record<string, string> = {
    string: "a string",
    integer: "a whole number",
    number: "a number",
    boolean: "true or false",
    object: "an object",
    array: "an array",
    null: "null",
  }
  const types = Array.isArray(type) ? type : String(type).split(",")
  return types.map((name) => names[name] ?? name).join(" or ")
}

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`
}
