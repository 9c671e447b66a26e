import { describedBy, Field, type FieldProps } from "./field.tsx"

export interface TextAreaProps extends FieldProps {
  value?: string
  rows?: number
  maxlength?: number
  autocomplete?: string
  spellcheck?: boolean
  /** The maximum length and a sentence that states it; an island counts down from there. */
  limit?: { characters: number; text: string }
}

/** A multi-line text field; grows with its text in browsers that support it. */
export function TextArea(props: TextAreaProps) {
  return (
    <Field {...props}>
      <textarea
        class="input textarea"
        id={props.id}
        name={props.name ?? props.id}
        rows={props.rows ?? 4}
        maxlength={props.maxlength}
        autocomplete={props.autocomplete}
        spellcheck={props.spellcheck}
        required={props.required}
        readonly={props.readonly}
        disabled={props.disabled}
        aria-invalid={props.error ? "true" : undefined}
        aria-describedby={describedBy(props, props.limit && `${props.id}-count`)}
        {...props.attributes}
        value={props.value ?? ""}
      />
      {props.limit && (
        <p class="hint" id={`${props.id}-count`} data-count={props.id} data-limit={props.limit.characters}>
          {props.limit.text}
        </p>
      )}
    </Field>
  )
}
