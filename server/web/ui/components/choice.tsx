import type { ComponentChildren } from "preact"
import type { ExtraAttributes } from "./field.tsx"

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
export function Choice(props: ChoiceProps) {
  const hintId = props.hint ? `${props.id}-hint` : undefined
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
