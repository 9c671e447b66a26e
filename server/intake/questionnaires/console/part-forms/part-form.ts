import { isDeepStrictEqual } from "node:util"
import type { ComponentChildren } from "preact"
import type { Approach, Definition, Section } from "../../../../definition/definition.ts"
import type { Option } from "../../../../definition/kinds/kind.ts"
import type { Text } from "../../../../definition/text.ts"
import { plainName } from "../../../../definition/values/plain-name.ts"
import { trimmed } from "../../../../definition/values/typed-text.ts"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { type Field, type Fields, parseFields, type Values } from "../../../../web/console/forms/field.ts"
import type { RefusedForm } from "../../../../web/console/page-request.ts"

export interface PartLocation {
  definition: Definition
  section: Section
  approach: Approach
}

/** The form for one kind of part: renders its fields and reads back the settings that it shows. */
export interface PartForm<Kind> {
  noun: string
  wordsOf(part: Kind): Text
  fields(part: Kind, location: PartLocation, refused: RefusedForm | undefined): ComponentChildren
  read(reader: FormReader, part: Kind, location: PartLocation): Partial<Kind>
}

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

/** The part with what a form changed: itself if nothing, and with each setting as stored that still means the same. */
export function withChanges<Kind extends object>(stored: Kind, read: Partial<Kind>): Kind {
  const before = new Map(Object.entries(stored))
  const changes = Object.entries(read).filter(([name, value]) =>
    name === "condition"
      ? value !== before.get(name)
      : !isDeepStrictEqual(meaningOf({ [name]: value }), meaningOf({ [name]: before.get(name) })),
  )
  return changes.length > 0 ? { ...stored, ...Object.fromEntries(changes) } : stored
}

const defaults = new Map(Object.entries({ first_name: "required", last_name: "required", precision: "day" }))

/** Settings without what goes without saying, such as a text left blank; a former option is no setting. */
function meaningOf(setting: unknown): unknown {
  if (typeof setting === "string") return joinedWording(trimmed(setting), "")
  if (Array.isArray(setting)) return setting.map(meaningOf)
  if (typeof setting !== "object") return setting || undefined
  const said = Object.entries(setting ?? {})
    .filter(([name, value]) => name !== "former_options" && value !== defaults.get(name))
    .map(([name, value]) => [name, meaningOf(value)] as const)
    .filter(([, value]) => value !== undefined)
  const { en, ...others } = Object.fromEntries(said)
  return Object.keys(others).length > 0 ? { en, ...others } : en
}

export function noteFault({ faults }: FormReader, param: string, message: string): void {
  faults.push({ param, code: "unknown_value", message })
}

export function readFields<Of extends Fields>({ form, faults }: FormReader, fields: Of): Values<Of> {
  const parsed = parseFields(fields, form)
  faults.push(...parsed.faults)
  return parsed.values
}

export function readField<Value>(reader: FormReader, name: string, field: Field<Value>): Value {
  return readFields(reader, { [name]: field })[name] as Value
}

/** The numbers of the rows that a form sends, such as those of `field_1` and `field_2`. */
export function rowNumbersOf(form: Form, name: string): number[] {
  const prefix = `${name}_`
  return Object.keys(form)
    .flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
    .filter((number) => /^[1-9][0-9]*$/.test(number))
    .map(Number)
    .sort((one, other) => one - other)
}

/** A text in English and, if given, Spanish; undefined if both are blank. */
export function joinedWording(en: string, es: string): Text | undefined {
  const [english, spanish] = [en, es].map((text) => text.replaceAll("\r\n", "\n"))
  if (!english && !spanish) return undefined
  return spanish ? { en: english ?? "", es: spanish } : english
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
      return { value: unique, label: joinedWording(label || unique, cells[2] ?? "") ?? unique }
    })
}

function valueFrom(label: string, taken: ReadonlySet<string>): string {
  const base = plainName(label, "_") || "choice"
  let value = base
  for (let count = 2; taken.has(value); count++) value = `${base}_${count}`
  return value
}
