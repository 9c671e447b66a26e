import { Choice, type ChoiceOption } from "./choice.tsx"
import { FieldGroup, type FieldProps } from "./field.tsx"

export interface CheckboxGroupProps extends FieldProps {
  options: readonly ChoiceOption[]
  values?: readonly string[]
  inline?: boolean
}

/** Any of a few. The first box carries the group's id, so that a link to the question lands on it. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  return (
    <FieldGroup {...props}>
      <div class={props.inline ? "choices choices-inline" : "choices"}>
        {props.options.map((option, index) => (
          <Choice
            key={option.value}
            {...option}
            type="checkbox"
            id={index === 0 ? props.id : `${props.id}-${index + 1}`}
            name={props.name ?? props.id}
            checked={props.values?.includes(option.value) ?? false}
            disabled={option.disabled || props.disabled || props.readonly}
            attributes={{ ...props.attributes, ...option.attributes }}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
