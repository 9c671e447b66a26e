import type { TSchema } from "typebox"
import { Value } from "typebox/value"
import { sectionKinds } from "../../../definition/definition.ts"
import { QuestionnaireFile } from "../../../definition/questionnaire-file.ts"
import type { Fault } from "../../../platform/errors.ts"
import { isNestedTooDeep, max_nesting } from "../../../platform/nesting.ts"
import { withFreshIds } from "./fresh-ids.ts"

export const max_faults = 50

/**
 * Reads a questionnaire from the text of a file and gives its parts new ids, because the firm may already have the
 * originals. Returns all faults in its shape; the linter checks the content.
 */
export function readQuestionnaireFile(text: string): { file: QuestionnaireFile } | { faults: Fault[] } {
  const parsed = parseFile(text)
  if ("faults" in parsed) return parsed
  const { data } = parsed
  if (!Value.Check(QuestionnaireFile, data)) return { faults: shapeFaults(data).slice(0, max_faults) }
  return { file: { ...data, definition: withFreshIds(data.definition).definition } }
}

/** Parses JSON from a file and limits its nesting. */
export function parseFile(text: string): { data: unknown } | { faults: Fault[] } {
  try {
    const data: unknown = JSON.parse(text)
    if (!isNestedTooDeep(data)) return { data }
    const message = `The file is nested deeper than ${max_nesting} levels. Split its conditions across several questions.`
    return { faults: [fault(message)] }
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message})` : ""
    return { faults: [fault(`This is not a JSON file${why}. Choose a file that was exported from Foyer.`)] }
  }
}

/** Checks each section against the schema of its own kind; the union of all six would report every fault six times. */
function shapeFaults(data: unknown): Fault[] {
  const { definition, ...head } = QuestionnaireFile.properties
  if (!isRecord(data))
    return [fault("The file contains no questionnaire. Choose a file that was exported from Foyer.")]
  const known = Object.keys(QuestionnaireFile.properties)
  const faults = Object.keys(data)
    .filter((name) => !known.includes(name))
    .map((name) => fault(`“${name}” does not belong in the file. Remove it.`))
  for (const [name, schema] of Object.entries(head)) faults.push(...faultsOf(schema, data[name], name))
  const sections = isRecord(data.definition) ? data.definition.sections : undefined
  if (!Array.isArray(sections)) return [...faults, fault("“definition” must contain a list of “sections”.")]
  const others = isRecord(data.definition)
    ? Object.keys(data.definition).filter((name) => name !== "sections")
    : []
  for (const name of others)
    faults.push(fault(`“definition.${name}” does not belong in the file. Remove it.`))
  const kinds = definition.properties.sections.items.anyOf
  sections.forEach((section: unknown, index) => {
    const path = `definition.sections[${index}]`
    const kind = isRecord(section) ? section.kind : undefined
    const schema = kinds.find(({ properties }) => properties.kind.const === kind)
    if (!schema) faults.push(fault(`“${path}.kind” must be one of: ${sectionKinds.join(", ")}.`))
    else faults.push(...faultsOf(schema, section, path))
  })
  return faults
}

/** Describes where a value violates its schema, with one message per location. */
export function faultsOf(schema: TSchema, value: unknown, path: string): Fault[] {
  const messages = new Map<string, string>()
  for (const { instancePath, keyword, params, message } of Value.Errors(schema, value)) {
    // An unknown property is already reported by the object that contains it.
    if (keyword === "boolean") continue
    const where = `${path}${instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replace(/\//g, ".")}`
    if (!messages.has(where)) messages.set(where, explain(keyword, params, message))
  }
  return [...messages].map(([where, message]) => fault(`“${where}” ${message}.`))
}

const typeWords: Record<string, string> = {
  string: "text in quotation marks",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list in square brackets",
  object: "fields in braces",
  null: "null",
}

/** Explains a schema error to someone who edits the file and does not know JSON Schema. */
function explain(keyword: string, params: object, message: string): string {
  const of = (name: string): unknown => (params as Record<string, unknown>)[name]
  const names = (name: string) =>
    [of(name)]
      .flat()
      .map((one) => `“${one}”`)
      .join(", ")
  switch (keyword) {
    case "const":
      return `must be ${names("allowedValue")}`
    case "enum":
      return `must be one of ${names("allowedValues")}`
    case "type":
      return `must be ${[of("type")]
        .flat()
        .map((type) => typeWords[String(type)] ?? type)
        .join(" or ")}`
    case "required":
      return `is missing ${names("requiredProperties")}`
    case "additionalProperties":
      return `contains ${names("additionalProperties")}, which does not belong there`
    case "minLength":
    case "minItems":
      return of("limit") === 1
        ? "must not be empty"
        : `must have at least ${of("limit")} entries or characters`
    case "maxLength":
      return `must have at most ${of("limit")} characters`
    case "maxItems":
      return `must have at most ${of("limit")} entries`
    case "pattern":
    case "format":
      return "has the wrong format"
    case "anyOf":
    case "oneOf":
      return "has none of the allowed forms"
    default:
      return message
  }
}

export function fault(message: string): Fault {
  return { param: "file", code: "unreadable_file", message }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
