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
  const fault = (code: ApiFault["code"], rest: string): ApiFault => ({
    ...{ param: named, code },
    message: `"${named}" ${rest}`,
  })
  const noFewerThan = (noun: string) => `must have at least ${count(params.limit, noun)}.`
  const noMoreThan = (noun: string) => `must have at most ${count(params.limit, noun)}.`
  switch (keyword) {
    case "additionalProperties":
      return unknownField(at(params.additionalProperty))
    case "required": {
      const param = at(params.missingProperty)
      return { param, code: "required", message: `"${param}" is required.` }
    }
    case "type":
      return fault("wrong_type", `must be ${typeNames(params.type)}.`)
    case "enum":
      return fault("unknown_value", `must be one of: ${(params.allowedValues as unknown[]).join(", ")}.`)
    case "x-reads":
      return unreadText(named, params)
    case "format":
      return fault("wrong_format", `must be ${formatNames[String(params.format)] ?? `a ${params.format}`}.`)
    case "minLength":
      return fault("too_short", noFewerThan("character"))
    case "maxLength":
      return fault("too_long", noMoreThan("character"))
    case "minimum":
      return fault("too_small", `must be ${params.limit} or more.`)
    case "maximum":
      return fault("too_large", `must be ${params.limit} or less.`)
    case "propertyNames": {
      const key = shortened(String(params.propertyName))
      const message = `"${named}" has a key that is too short or too long, or has control characters: ${JSON.stringify(key)}. Rename it.`
      return { param: at(key), code: "unfit_key", message }
    }
    case "repeated":
      return fault("repeated", "is given more than once. Give it once.")
    case "storable":
      return fault("unreadable", "holds a NUL character, which nothing stored can hold. Remove it.")
    case "minItems":
      return fault("too_few", noFewerThan("item"))
    case "maxItems":
      return fault("too_many", noMoreThan("item"))
    case "minProperties":
      return path
        ? fault("too_few", noFewerThan("key"))
        : { param: named, code: "too_few", message: `The body ${noFewerThan("field")}` }
    case "maxProperties":
      return fault("too_many", noMoreThan("key"))
    default:
      return fault("not_accepted", "does not have the form the documentation describes.")
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
    return { param, code: "not_accepted", message: `"${param}" must have at least one visible character.` }
  const isOfForm = /^(email|date)_/.test(fault.code)
  const code = fault.code.endsWith("_too_long") ? "too_long" : isOfForm ? "wrong_format" : "not_accepted"
  return { param, code, message: faultSentence(fault, param, "en") }
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
