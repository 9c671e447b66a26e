// Reads the text fields of forms. What is refused is added to `faults`, in the words of the portal and the API.

import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import type { Parsed } from "../../../definition/faults/faults.ts"
import { parseMatterName } from "../../../definition/matter-name.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { parseLine, parseText } from "../../../definition/values/typed-text.ts"
import type { Fault } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"

interface TextField {
  param: string
  label: string
}

/** One line, such as a name; empty if nothing visible was typed. */
export function readLine(form: Form, field: TextField & { max: number }, faults: Fault[]): string {
  return valueIn(parseLine(typedIn(form, field), field.max), field, faults)
}

/** Text of several lines. */
export function readText(form: Form, field: TextField & { max: number }, faults: Fault[]): string {
  return valueIn(parseText(typedIn(form, field), field.max), field, faults)
}

export function readEmail(form: Form, field: TextField, faults: Fault[]): string {
  return valueIn(parseEmail(typedIn(form, field)), field, faults)
}

/** The firm's name for a matter; `or` is taken if none was typed, and without it one is required. */
export function readMatterName(form: Form, faults: Fault[], or = ""): string {
  const field = { param: "matter_name", label: "Name of the matter" }
  const count = faults.length
  const name = valueIn(parseMatterName(typedIn(form, field) || or), field, faults)
  if (name === "" && faults.length === count)
    faults.push({ param: field.param, code: "required", message: "Enter a name for the matter." })
  return name
}

function typedIn(form: Form, { param }: TextField): string {
  return form[param]?.at(-1) ?? ""
}

function valueIn(parsed: Parsed<string>, { param, label }: TextField, faults: Fault[]): string {
  if (parsed.kind === "value") return parsed.value
  if (parsed.kind === "fault")
    faults.push({ param, code: parsed.fault.code, message: faultSentence(parsed.fault, label, "en") })
  return ""
}
