// The kinds of fields in which people choose: boxes, buttons, lists.
import type { ComponentChildren } from "preact"
import { Checkbox, CheckboxGroup, type ChoiceOption, RadioGroup } from "../../ui/components/choice.tsx"
import { Definition, Definitions } from "../../ui/components/definition.tsx"
import { max_read, notPicked, PickField, pickedIn, suggestionsOf } from "../../ui/components/pick-field.tsx"
import { SelectField, type SelectOption } from "../../ui/components/select-field.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { type Field, type Fields, type Rules, unlessMissing } from "./field.ts"

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
      return unlessMissing(isChecked, !isChecked, missing)
    },
    control: ({ id, typed, error }) => (
      <Checkbox {...{ id, label, hint, error }} checked={typed.some(Boolean)} />
    ),
  }
}

/** Any of a few. Of many, those after the first hundred are typed by their names. */
export function checkboxes<Value extends string>(
  props: ChoiceProps & {
    options: readonly Choice<Value>[]
    value?: readonly Value[] | undefined
    suggested?: readonly Value[]
  },
): Field<Value[]> {
  const { label, hint, options, value, suggested, missing } = props
  return {
    label,
    stored: value,
    suggested,
    show: wordsOf(options),
    parse: (typed = []) => {
      const names = typed.flatMap((one) => namesIn(options, one))
      const unknown = names.find((name) => !pickedIn(options, name))
      if (unknown !== undefined && options.length > max_read)
        return { fault: { code: "unknown_value", message: notPicked(unknown) } }
      const picked = new Set(names.map((name) => pickedIn(options, name)?.value))
      const chosen = options.map((option) => option.value).filter((one) => picked.has(one))
      return unlessMissing(chosen, chosen.length === 0, missing)
    },
    control: ({ id, typed, error }) => {
      const group = { id, label, hint, error }
      if (options.length <= max_read) return <CheckboxGroup {...group} options={options} values={typed} />
      const isChosen = ({ value }: Choice<Value>) => typed.includes(value)
      const first = options.slice(0, max_read)
      const words = typed.filter((one) => !options.some(({ value }) => value === one))
      return (
        <>
          <CheckboxGroup
            {...group}
            options={[...options.slice(max_read).filter(isChosen), ...first]}
            values={typed}
          />
          <TextField
            id={`${id}-others`}
            name={id}
            label="Others, by name"
            hint={`These are the first ${max_read} of ${options.length.toLocaleString("en-US")}. Type the name of any other, or several with semicolons between them.`}
            autocomplete="off"
            value={words.join("; ")}
            suggestions={suggestionsOf(options.slice(max_read) as readonly SelectOption[])}
          />
        </>
      )
    },
  }
}

/** What one input brought: a box has a value, and a line may have several names. */
function namesIn(options: readonly { value: string; label: ComponentChildren }[], typed: string): string[] {
  if (pickedIn(options, typed)) return [typed]
  return typed
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean)
}

/** One of a few. Browsers send nothing if none is chosen. An option may reveal other fields of the form. */
export function choice<Value extends string>(
  props: ChoiceProps & {
    options: readonly (Omit<Choice<Value>, "reveal"> & { reveal?: Fields })[]
    value?: Value | undefined
    inline?: boolean
    /** Shows a single option as a fact: a lone button would ask a question with one answer. */
    is_fact_alone?: boolean
  },
): Field<Value> {
  const { label, hint, options, inline, is_fact_alone } = props
  const [only] = is_fact_alone && options.length === 1 ? options : []
  return {
    ...oneOf(options, props),
    reveals: Object.assign({}, ...options.map(({ reveal }) => reveal)),
    control: ({ id, typed, error, show }) =>
      only ? (
        <>
          <Definitions>
            <Definition term={label}>
              {only.label}
              <span class="cell-note cell-line">{only.hint}</span>
            </Definition>
          </Definitions>
          <input type="hidden" name={id} value={only.value} />
          {only.reveal && show(only.reveal)}
        </>
      ) : (
        <ManyOrFew
          {...{ id, label, hint, inline, error }}
          options={options.map(({ reveal, ...option }) => ({ ...option, reveal: reveal && show(reveal) }))}
          value={typed.at(-1)}
        />
      ),
  }
}

/** Buttons, or a line to type in: nobody reads that many. */
function ManyOrFew(props: Parameters<typeof RadioGroup>[0]) {
  const { options, inline: _, ...field } = props
  if (options.length <= max_read) return <RadioGroup {...props} />
  return <PickField {...field} options={options as readonly SelectOption[]} />
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
      typed === undefined && props.value !== undefined ? { value: props.value } : parse(typed ?? [""]),
    control: ({ id, typed, error }) => {
      const field = { id, label, hint, placeholder, error, value: typed.at(-1) }
      return choices.length === options.length ? (
        <PickField {...field} options={choices} />
      ) : (
        <SelectField {...field} options={options} />
      )
    },
  }
}

function oneOf<Value extends string>(
  options: readonly Pick<Choice<Value>, "value" | "label">[],
  { label, value, missing }: ChoiceProps & { value?: Value | undefined },
): Omit<Field<Value>, "control"> {
  const message = missing ?? `Choose one of the options of “${label}”.`
  return {
    label,
    stored: value === undefined ? undefined : [value],
    show: wordsOf(options),
    parse: (typed) => {
      const text = typed?.at(-1)
      const chosen = pickedIn(options, text)
      if (chosen) return { value: chosen.value }
      const isTyped = text !== undefined && text !== "" && options.length > max_read
      return { fault: { code: "unknown_value", message: isTyped ? notPicked(text) : message } }
    },
  }
}

/** Formats a value by its option's label. */
function wordsOf(options: readonly Pick<Choice<string>, "value" | "label">[]): (value: string) => string {
  return (value) => {
    const label = options.find((option) => option.value === value)?.label
    return typeof label === "string" ? label : value
  }
}
