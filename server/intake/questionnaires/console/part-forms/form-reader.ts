import type { Option } from "../../../../definition/definition.ts"
import { isBlank, type Text } from "../../../../definition/text.ts"
import { normalized } from "../../../../definition/values/typed-text.ts"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { textOf } from "../../../../web/console/page-request.ts"

/** Collects the faults of a form, so that all are reported together. */
export interface FormReader {
  form: Form
  faults: Fault[]
}

/** Runs `read` on the form; throws "bad request" with all noted faults. */
export function readAll<Result>(form: Form, read: (reader: FormReader) => Result): Result {
  const reader: FormReader = { form, faults: [] }
  const result = read(reader)
  if (reader.faults.length > 0) throw badRequest(reader.faults)
  return result
}

export function noteFault({ faults }: FormReader, param: string, message: string): void {
  faults.push({ param, code: "unknown_value", message })
}

export const spanishOf = (name: string) => `${name}_es`

export function readWording({ form }: FormReader, name: string): Text | undefined {
  return wording(textOf(form, name), textOf(form, spanishOf(name)))
}

/** Like `readWording`, but notes a fault if it is blank. */
export function readRequiredWording(reader: FormReader, name: string, sentence: string): Text {
  const text = readWording(reader, name)
  if (isBlank(text)) noteFault(reader, name, sentence)
  return text ?? ""
}

/** A text in English and, if given, Spanish; undefined if both are blank. */
export function wording(en: string, es: string): Text | undefined {
  const [english, spanish] = [en, es].map((text) => text.replaceAll("\r\n", "\n"))
  if (!english && !spanish) return undefined
  return spanish ? { en: english ?? "", es: spanish } : english
}

export function isChecked({ form }: FormReader, name: string): boolean {
  return textOf(form, name) !== ""
}

/** A whole number in a range; undefined if blank or at fault. */
export function readWhole(reader: FormReader, name: string, min: number, max: number): number | undefined {
  const typed = textOf(reader.form, name)
  if (typed === "") return undefined
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : -1
  if (number >= min && number <= max) return number
  noteFault(reader, name, `Enter a whole number from ${min} to ${max}.`)
  return undefined
}

/** One of `values`; notes a fault and returns the first if it is none of them. */
export function readOneOf<Value extends string>(
  reader: FormReader,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const typed = textOf(reader.form, name)
  const value = values.find((each) => each === typed)
  if (value === undefined) noteFault(reader, name, "Choose one from the list.")
  return value ?? values[0]
}

/** Parses pasted options, one per line: `label`, or `value | label | label in Spanish`. Values differ from `before`. */
export function optionsOfLines(text: string, before: readonly Option[]): Option[] {
  const taken = new Set(before.map(({ value }) => value))
  return text
    .split(/\r?\n/)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
    .map((cells) => {
      const [value, label = ""] = cells.length > 1 ? cells : [undefined, cells[0]]
      const unique = value || valueFrom(label, taken)
      taken.add(unique)
      return { value: unique, label: wording(label || unique, cells[2] ?? "") ?? unique }
    })
}

function valueFrom(label: string, taken: ReadonlySet<string>): string {
  const plain = normalized(label, "NFD").replace(/\p{M}/gu, "").toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "")
      .slice(0, 60) || "choice"
  let value = base
  for (let count = 2; taken.has(value); count++) value = `${base}_${count}`
  return value
}
