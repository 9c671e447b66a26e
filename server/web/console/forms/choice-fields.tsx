// The kinds of fields in which people choose: boxes, buttons, lists.
import type { ComponentChildren } from "preact"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import type { ChoiceOption } from "../../ui/components/choice.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import type { Field, Rules } from "./field.ts"

type Choice<Value extends string> = ChoiceOption & { value: Value }

interface ChoiceProps extends Omit<Rules<string>, "check"> {
  hint?: ComponentChildren
}

/** On or off. Browsers send nothing for a box that is not checked. */
export function checkbox(props: ChoiceProps & { value?: boolean }): Field<boolean> {
  const { label, hint, value, missing } = props
  return {
    label,
    stored: value === undefined ? undefined : [value ? "true" : ""],
    show: () => "Yes",
    parse: (typed) => {
      const isChecked = typed?.some(Boolean) ?? false
      return isChecked || !missing ? { value: isChecked } : { fault: { code: "required", message: missing } }
    },
    control: ({ id, typed, error }) => (
      <Checkbox {...{ id, label, hint, error }} checked={typed.some(Boolean)} />
    ),
  }
}

/** Any of a few. */
export function checkboxes<Value extends string>(
  props: ChoiceProps & { options: readonly Choice<Value>[]; value?: readonly Value[] },
): Field<Value[]> {
  const { label, hint, options, value, missing } = props
  return {
    label,
    stored: value,
    show: wordsOf(options),
    parse: (typed = []) => {
      const chosen = options.map((option) => option.value).filter((one) => typed.includes(one))
      return chosen.length > 0 || !missing
        ? { value: chosen }
        : { fault: { code: "required", message: missing } }
    },
    control: ({ id, typed, error }) => (
      <CheckboxGroup {...{ id, label, hint, options, error }} values={typed} />
    ),
  }
}

/** One of a few. Browsers send nothing if none is chosen. */
export function choice<Value extends string>(
  props: ChoiceProps & { options: readonly Choice<Value>[]; value?: Value; inline?: boolean },
): Field<Value> {
  const { label, hint, options, inline } = props
  return {
    ...oneOf(options, props),
    control: ({ id, typed, error }) => (
      <RadioGroup {...{ id, label, hint, options, inline, error }} value={typed.at(-1)} />
    ),
  }
}

type ListOption<Value extends string> = { value: Value; label: string }
type ListOptions<Value extends string> = readonly (
  | ListOption<Value>
  | { group: string; options: readonly ListOption<Value>[] }
)[]

/** One of many, in a list. */
export function list<Value extends string>(
  props: ChoiceProps & { value?: Value; options: ListOptions<Value> },
): Field<Value>
/** With `placeholder`, the words for none, which reads as "". */
export function list<Value extends string>(
  props: ChoiceProps & { value?: Value | ""; options: ListOptions<Value>; placeholder: string },
): Field<Value | "">
export function list(
  props: ChoiceProps & { value?: string; options: ListOptions<string>; placeholder?: string },
): Field<string> {
  const { label, hint, options, placeholder } = props
  const none = placeholder === undefined || props.missing ? [] : [{ value: "", label: placeholder }]
  const choices = options.flatMap((option) => ("group" in option ? option.options : option))
  const { parse, ...field } = oneOf([...none, ...choices], props)
  return {
    ...field,
    parse: (typed) =>
      typed === undefined && props.value !== undefined ? { value: props.value } : parse(typed),
    control: ({ id, typed, error }) => (
      <SelectField {...{ id, label, hint, options, placeholder, error }} value={typed.at(-1)} />
    ),
  }
}

function oneOf<Value extends string>(
  options: readonly Choice<Value>[],
  { label, value, missing }: ChoiceProps & { value?: Value },
): Omit<Field<Value>, "control"> {
  const message = missing ?? `Choose one of the options of “${label}”.`
  return {
    label,
    stored: value === undefined ? undefined : [value],
    show: wordsOf(options),
    parse: (typed) => {
      const chosen = options.find((option) => option.value === typed?.at(-1))
      return chosen ? { value: chosen.value } : { fault: { code: "unknown_value", message } }
    },
  }
}

/** Formats a value by its option's label. */
function wordsOf(options: readonly Choice<string>[]): (value: string) => string {
  return (value) => {
    const label = options.find((option) => option.value === value)?.label
    return typeof label === "string" ? label : value
  }
}
