import type { TSchema } from "typebox"
import { Value } from "typebox/value"
import { sectionKinds } from "../definition/definition.ts"
import { QuestionnaireFile } from "../definition/questionnaire-file.ts"
import type { Fault } from "../platform/errors.ts"
import { isNestedTooDeep, max_nesting } from "../platform/nesting.ts"
import { withFreshIds } from "./fresh-ids.ts"

export const max_faults = 50

/**
 * Reads a questionnaire from the text of a file, with ids of its own: the file may come from this very firm.
 * Tells every fault of its shape at once; what makes no sense beyond that is for the linter.
 */
export function readQuestionnaireFile(text: string): { file: QuestionnaireFile } | { faults: Fault[] } {
  const parsed = parseFile(text)
  if ("faults" in parsed) return parsed
  const { data } = parsed
  if (!Value.Check(QuestionnaireFile, data)) return { faults: shapeFaults(data).slice(0, max_faults) }
  return { file: { ...data, definition: withFreshIds(data.definition).definition } }
}

/** What the text of a file holds, whatever it may be. */
export function parseFile(text: string): { data: unknown } | { faults: Fault[] } {
  try {
    const data: unknown = JSON.parse(text)
    if (!isNestedTooDeep(data)) return { data }
    const message = `The file is nested deeper than ${max_nesting} levels. Divide its conditions among questions.`
    return { faults: [fault(message)] }
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message})` : ""
    return { faults: [fault(`This is not JSON${why}. Choose a file that was exported from here.`)] }
  }
}

/** Each section is held against its own kind: against all six at once, every fault would be told six times. */
function shapeFaults(data: unknown): Fault[] {
  const { definition, ...head } = QuestionnaireFile.properties
  if (!isRecord(data))
    return [fault("The file holds no questionnaire. Choose a file that was exported from here.")]
  const known = Object.keys(QuestionnaireFile.properties)
  const faults = Object.keys(data)
    .filter((name) => !known.includes(name))
    .map((name) => fault(`“${name}” does not belong into the file. Remove it.`))
  for (const [name, schema] of Object.entries(head)) faults.push(...faultsOf(schema, data[name], name))
  const sections = isRecord(data.definition) ? data.definition.sections : undefined
  if (!Array.isArray(sections)) return [...faults, fault("“definition” must hold a list of “sections”.")]
  const others = isRecord(data.definition)
    ? Object.keys(data.definition).filter((name) => name !== "sections")
    : []
  for (const name of others)
    faults.push(fault(`“definition.${name}” does not belong into the file. Remove it.`))
  const kinds = definition.properties.sections.items.anyOf
  sections.forEach((section: unknown, index) => {
    const place = `definition.sections[${index}]`
    const kind = isRecord(section) ? section.kind : undefined
    const schema = kinds.find(({ properties }) => properties.kind.const === kind)
    if (!schema) faults.push(fault(`“${place}.kind” must be one of: ${sectionKinds.join(", ")}.`))
    else faults.push(...faultsOf(schema, section, place))
  })
  return faults
}

/** Where a value does not have the shape it should, in plain words, each place once. */
export function faultsOf(schema: TSchema, value: unknown, place: string): Fault[] {
  const told = new Map<string, string>()
  for (const { instancePath, keyword, params, message } of Value.Errors(schema, value)) {
    // What does not belong there is told once, by what holds it.
    if (keyword === "boolean") continue
    const where = `${place}${instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replace(/\//g, ".")}`
    if (!told.has(where)) told.set(where, plainly(keyword, params, message))
  }
  return [...told].map(([where, message]) => fault(`“${where}” ${message}.`))
}

const typeWords: Record<string, string> = {
  string: "a text in quotation marks",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list in square brackets",
  object: "fields in braces",
  null: "null",
}

/** What is wrong, in the words of somebody who edits the file and has never heard of JSON Schema. */
function plainly(keyword: string, params: object, message: string): string {
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
      return `lacks ${names("requiredProperties")}`
    case "additionalProperties":
      return `holds ${names("additionalProperties")}, which does not belong there`
    case "minLength":
    case "minItems":
      return of("limit") === 1 ? "must not be empty" : `must have at least ${of("limit")} entries or letters`
    case "maxLength":
      return `must have at most ${of("limit")} letters`
    case "maxItems":
      return `must have at most ${of("limit")} entries`
    case "pattern":
    case "format":
      return "is not written the way it has to be"
    case "anyOf":
    case "oneOf":
      return "has none of the forms it may have"
    default:
      return message
  }
}

/** Something wrong with a file. */
export function fault(message: string): Fault {
  return { param: "file", code: "unreadable_file", message }
}

/** Whether JSON holds fields in braces. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
