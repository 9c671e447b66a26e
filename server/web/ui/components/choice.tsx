import type { ComponentChildren } from "preact"
import { describedBy, type ExtraAttributes, FieldError, FieldGroup, type FieldProps } from "./field.tsx"

export interface ChoiceOption {
  value: string
  label: ComponentChildren
  hint?: ComponentChildren
  disabled?: boolean
  /** Shown by CSS while this option is checked. */
  reveal?: ComponentChildren
  attributes?: ExtraAttributes
}

interface ChoiceProps extends ChoiceOption {
  type: "radio" | "checkbox"
  id: string
  name: string
  checked: boolean
  describedby?: string
  invalid?: boolean
}

/** A radio button or checkbox whose entire row is clickable. */
function Choice(props: ChoiceProps) {
  // Of a group, the first choice has the id of the group, which has a hint of its own.
  const hintId = props.hint ? `${props.id}-choice-hint` : undefined
  return (
    <div class="choice-row">
      <div class="choice">
        <input
          class="choice-input"
          id={props.id}
          type={props.type}
          name={props.name}
          value={props.value}
          checked={props.checked}
          disabled={props.disabled}
          aria-invalid={props.invalid ? "true" : undefined}
          aria-describedby={[props.describedby, hintId].filter(Boolean).join(" ") || undefined}
          {...props.attributes}
        />
        <label class="choice-label" for={props.id}>
          {props.label}
        </label>
        {props.hint && (
          <div class="hint choice-hint" id={hintId}>
            {props.hint}
          </div>
        )}
      </div>
      {props.reveal && <div class="choice-reveal">{props.reveal}</div>}
    </div>
  )
}

interface ChoiceGroupProps extends FieldProps {
  options: readonly ChoiceOption[]
  /** Lays the options out side by side where they fit: for two or three short ones. */
  inline?: boolean
}

/** Radio buttons or checkboxes. The first has the group's id, so that a link to the field focuses it. */
function ChoiceGroup({
  type,
  chosen,
  ...props
}: ChoiceGroupProps & { type: "radio" | "checkbox"; chosen: readonly string[] }) {
  return (
    <FieldGroup {...props}>
      <div class={props.inline ? "choices choices-inline" : "choices"}>
        {props.options.map((option, index) => (
          <Choice
            key={option.value}
            {...option}
            type={type}
            id={index === 0 ? props.id : `${props.id}-${index + 1}`}
            name={props.name ?? props.id}
            checked={chosen.includes(option.value)}
            disabled={option.disabled || props.disabled || props.readonly}
            attributes={{ ...props.attributes, ...option.attributes }}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

/** Any of a few. */
export function CheckboxGroup({ values = [], ...props }: ChoiceGroupProps & { values?: readonly string[] }) {
  return <ChoiceGroup {...props} type="checkbox" chosen={values} />
}

/** One of a few. */
export function RadioGroup({ value, ...props }: ChoiceGroupProps & { value?: string }) {
  const attributes = { required: props.required, ...props.attributes }
  return (
    <ChoiceGroup
      {...props}
      type="radio"
      chosen={value === undefined ? [] : [value]}
      attributes={attributes}
    />
  )
}

export interface CheckboxProps extends Omit<ChoiceOption, "value"> {
  id: string
  name?: string
  /** The value sent when checked; `true` by default. */
  value?: string
  checked?: boolean
  error?: string
}

/** A single checkbox: a consent, a setting. */
export function Checkbox(props: CheckboxProps) {
  return (
    <div class={props.error ? "field field-error" : "field"} id={`${props.id}-field`}>
      {props.error && <FieldError id={`${props.id}-error`}>{props.error}</FieldError>}
      <Choice
        {...props}
        type="checkbox"
        name={props.name ?? props.id}
        value={props.value ?? "true"}
        checked={props.checked ?? false}
        invalid={Boolean(props.error)}
        describedby={describedBy({ id: props.id, error: props.error })}
      />
    </div>
  )
}
