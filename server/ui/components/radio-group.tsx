import { Choice, type ChoiceOption } from "./choice.tsx"
import { FieldGroup, type FieldProps } from "./field.tsx"

export interface RadioGroupProps extends FieldProps {
  options: readonly ChoiceOption[]
  value?: string
  /** Side by side where there is room: for two or three short answers. */
  inline?: boolean
}

/** One of a few. The first button carries the group's id, so that a link to the question lands on it. */
export function RadioGroup(props: RadioGroupProps) {
  return (
    <FieldGroup {...props}>
      <div class={props.inline ? "choices choices-inline" : "choices"}>
        {props.options.map((option, index) => (
          <Choice
            key={option.value}
            {...option}
            type="radio"
            id={index === 0 ? props.id : `${props.id}-${index + 1}`}
            name={props.name ?? props.id}
            checked={option.value === props.value}
            disabled={option.disabled || props.disabled || props.readonly}
            attributes={{ required: props.required, ...props.attributes, ...option.attributes }}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
