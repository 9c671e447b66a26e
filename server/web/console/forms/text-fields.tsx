// The kinds of fields in which people type: lines, texts, addresses, numbers, days.
import type { ComponentChildren, VNode } from "preact"
import type { Parsed } from "../../../definition/faults/faults.ts"
import { max_matter_name_length, parseMatterName } from "../../../definition/matter-name.ts"
import { parseNumber } from "../../../definition/values/amounts.ts"
import { parseIsoDate } from "../../../definition/values/dates.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { parseLine, parseText, trimmed } from "../../../definition/values/typed-text.ts"
import { TextArea, TextField, type TextFieldProps } from "../../ui/components/text-field.tsx"
import { type Field, fieldValue, mapped, type Rules } from "./field.ts"

interface TypedProps extends Rules<string> {
  hint?: ComponentChildren
  value?: string | undefined
  /** Marks the field as optional, on a form where most are required; perhaps in words of its own. */
  optional?: boolean | string
  /** The language to type, if it is not the page's. */
  lang?: "es"
  show?: (value: string) => string
}

type Look = Pick<
  TextFieldProps,
  "type" | "inputmode" | "autocomplete" | "spellcheck" | "width" | "suffix" | "maxlength" | "suggestions"
>

/** One line, such as a name. */
export function line(props: TypedProps & Look & { max: number }): Field<string> {
  return inputOf({ maxlength: props.max, ...props }, (text) => parseLine(text, props.max))
}

/** Text of several lines. `is_limited` keeps people from typing more than `max` characters. */
export function text(
  props: TypedProps & {
    max: number
    rows?: number
    spellcheck?: boolean
    is_limited?: boolean
    placeholder?: string
  },
): Field<string> {
  const { rows, spellcheck, max, is_limited, placeholder } = props
  return typedField(
    props,
    (typed) => parseText(typed, max),
    ({ attributes, ...common }) => (
      <TextArea
        {...common}
        {...{ rows, spellcheck }}
        maxlength={is_limited ? max : undefined}
        attributes={{ ...attributes, placeholder }}
      />
    ),
  )
}

export function email(props: TypedProps & Look): Field<string> {
  return inputOf({ type: "email", inputmode: "email", spellcheck: false, ...props }, parseEmail)
}

/** The firm's name for a matter, refused if it is blank and there is no `fallback`. */
export function matterName({
  fallback = "",
  ...props
}: Omit<TypedProps, "label" | "missing"> & { fallback?: string }): Field<string> {
  const missing = "Enter a name for the matter."
  const field = { label: "Name of the matter", missing, maxlength: max_matter_name_length, ...props }
  return inputOf(field, (typed) => parseMatterName(typed || fallback))
}

/** The same, empty if it is blank. */
export function optionalMatterName(props: Omit<TypedProps, "label" | "missing">): Field<string> {
  const field = { label: "Name of the matter", maxlength: max_matter_name_length, ...props }
  return inputOf(field, parseMatterName)
}

/** A calendar day, like 2026-03-02; null if left blank. */
export function day(props: Omit<TypedProps, "value"> & { value?: string | null }): Field<string | null> {
  const field = inputOf({ ...props, type: "date", value: props.value ?? "" }, (typed) =>
    parseIsoDate(trimmed(typed)),
  )
  return mapped(field, (value) => value || null)
}

interface NumberProps extends Omit<TypedProps, "value" | "check" | "missing">, Look {
  min: number
  max: number
}

/** A whole number within bounds; null if left blank, which only `blank` allows: the words for it, such as "never". */
export function wholeNumber(props: NumberProps & { value: number }): Field<number>
export function wholeNumber(
  props: NumberProps & { value: number | null; blank: string },
): Field<number | null>
export function wholeNumber(
  props: NumberProps & { value: number | null; blank?: string },
): Field<number | null> {
  const { min, max, blank, value } = props
  const message = `“${props.label}” must be a whole number from ${min} to ${max}${blank ? `, or blank for ${blank}` : ""}.`
  const { parse, ...field } = inputOf(
    { inputmode: "numeric", width: 5, ...props, value: value === null ? "" : String(value) },
    (text) => parseNumber(text, { whole: true, min: String(min), max: String(max) }),
  )
  return {
    ...field,
    parse: (typed) => {
      const parsed = parse(typed)
      const isRefused = "fault" in parsed || (parsed.value === "" && blank === undefined)
      if (isRefused) return { fault: { code: "out_of_range", message } }
      return { value: parsed.value === "" ? null : Number(parsed.value) }
    },
  }
}

function inputOf(props: TypedProps & Look, read: (text: string) => Parsed<string>): Field<string> {
  return typedField(props, read, (common) => <TextField autocomplete="off" {...props} {...common} />)
}

/** What all of them have in common; `input` renders it with the rest. */
function typedField(
  props: TypedProps,
  read: (text: string) => Parsed<string>,
  input: (common: Omit<TextFieldProps, keyof Look> & { optional: string | undefined }) => VNode,
): Field<string> {
  const { label, hint, value, optional, lang, show } = props
  return {
    label,
    stored: value === undefined ? undefined : [value],
    parse: (typed) =>
      typed === undefined && value !== undefined
        ? { value }
        : fieldValue(read(lastOf(typed ?? [])), props, ""),
    show,
    control: ({ id, typed, error }) =>
      input({
        ...{ id, label, hint, error },
        value: lastOf(typed),
        optional: optional === true ? "(optional)" : optional || undefined,
        attributes: { lang },
      }),
  }
}

function lastOf(typed: readonly string[]): string {
  return typed.at(-1) ?? ""
}
