import { Choice, type ChoiceOption } from "./choice.tsx"
import { describedBy, FieldError } from "./field.tsx"

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
