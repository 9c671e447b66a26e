import type { ComponentChildren, VNode } from "preact"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import type { Parsed } from "../../../definition/faults/faults.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import type { StoredField } from "./stale-forms.tsx"

/**
 * One field of a console form: its label, its stored value, how what was typed is parsed, and its control. Its name is its
 * key among the form's fields. The page, the posted form and the comparison with what is stored all use the same field.
 */
export interface Field<Value> {
  label: string
  /** The value now stored, or the one a new record begins with, as the browser sends it; undefined if there is neither. */
  stored: readonly string[] | undefined
  /** What to begin with if nothing is stored. */
  suggested?: readonly string[] | undefined
  /** The suffix of a second input's name: `stored` and `typed` then have two values, the last of each input. */
  second?: string
  /** Fields of the form that this one shows, by an option that reveals them. */
  reveals?: Fields
  /** `typed` is undefined if the form has no such field; the stored value then stays. */
  parse(typed: readonly string[] | undefined): ParsedField<Value>
  control(props: ControlProps): VNode
  /** Formats a stored or typed value where both are compared. */
  show?: (value: string) => string
  /** The form must be sent as multipart/form-data. */
  is_file?: true
}

export type ParsedField<Value> = { value: Value } | { fault: Omit<Fault, "param"> }

export interface ControlProps {
  id: string
  typed: readonly string[]
  error: string | undefined
  show: Show
}

export type Show = (fields: Fields) => ComponentChildren

export type Fields = Readonly<Record<string, Field<unknown>>>

/** What the fields of a form read, by name. */
export type Values<Of> = {
  [Name in keyof Of]: Of[Name] extends Field<infer Value> | undefined ? Value : never
}

/** What was typed into a field's inputs. */
export function typedIn(form: Form, name: string, { second }: Field<unknown>): readonly string[] | undefined {
  return second === undefined ? form[name] : [name, name + second].map((input) => form[input]?.at(-1) ?? "")
}

/** The stored values as the browser would send them: the inverse of `typedIn`. */
export function inputsOf(fields: Fields): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { stored = [], second }]) =>
      second === undefined
        ? [[name, stored] as const]
        : stored.map((value, index) => [index === 0 ? name : name + second, [value]] as const),
    ),
  )
}

/** The field with its parsed value as another, such as the absence of one. */
export function mapped<From, To>(field: Field<From>, to: (value: From) => To): Field<To> {
  const parse: Field<To>["parse"] = (typed) => {
    const parsed = field.parse(typed)
    return "value" in parsed ? { value: to(parsed.value) } : parsed
  }
  return { ...field, parse }
}

/** Parses every field, and collects the faults of all. */
export function parseFields<Of extends Fields>(
  fields: Of,
  form: Form,
): { values: Values<Of>; faults: Fault[] } {
  const values: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const [name, field] of Object.entries(fields)) {
    const parsed = field.parse(typedIn(form, name, field))
    if ("value" in parsed) values[name] = parsed.value
    else faults.push({ param: name, ...parsed.fault })
  }
  return { values: values as Values<Of>, faults }
}

/** Like `parseFields`; throws "bad request" with the faults of all fields. */
export function valuesIn<Of extends Fields>(fields: Of, form: Form): Values<Of> {
  const { values, faults } = parseFields(fields, form)
  if (faults.length > 0) throw badRequest(faults)
  return values
}

/** The fields as stored values, to compare with what a colleague may have stored since. */
export function storedIn(fields: Fields): StoredField[] {
  return Object.entries(fields).flatMap(([name, { label, stored: value, show }]) =>
    value ? [{ name, label, value, show }] : [],
  )
}

export interface Rules<Value> {
  label: string
  /** Makes the field required: what to say if it was left blank. */
  missing?: string | undefined
  /** A sentence if the value, valid in itself, is none for this field. */
  check?: (value: Value) => string | undefined
}

/** The value, unless it is blank in a field that is required by the sentence `missing`. */
export function unlessMissing<Value>(
  value: Value,
  is_blank: boolean,
  missing: string | undefined,
): ParsedField<Value> {
  return is_blank && missing !== undefined ? { fault: { code: "required", message: missing } } : { value }
}

/** What a reader of `definition/` found, in the words of the portal and the API; `blank` is the value of a blank field. */
export function fieldValue<Value, Blank>(
  parsed: Parsed<Value>,
  { label, missing, check }: Rules<Value>,
  blank: Blank,
): ParsedField<Value | Blank> {
  if (parsed.kind === "fault")
    return { fault: { code: parsed.fault.code, message: faultSentence(parsed.fault, label, "en") } }
  if (parsed.kind !== "value") return unlessMissing(blank, true, missing)
  const message = check?.(parsed.value)
  return message === undefined ? { value: parsed.value } : { fault: { code: "unknown_value", message } }
}
