import { Choice, type ChoiceOption } from "./choice.tsx"
import { FieldGroup, type FieldProps } from "./field.tsx"

export interface ChoiceGroupProps extends FieldProps {
  options: readonly ChoiceOption[]
  /** Side by side where there is room: for two or three short answers. */
  inline?: boolean
}

/** Choices below each other. The first carries the group's id, so that a link to the question lands on it. */
export function ChoiceGroup({
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
