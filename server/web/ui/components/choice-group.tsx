import { Choice, type ChoiceOption } from "./choice.tsx"
import { FieldGroup, type FieldProps } from "./field.tsx"

export interface ChoiceGroupProps extends FieldProps {
  options: readonly ChoiceOption[]
  /** Lays the options out side by side where they fit: for two or three short ones. */
  inline?: boolean
}

/** Radio buttons or checkboxes. The first has the group's id, so that a link to the field focuses it. */
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
