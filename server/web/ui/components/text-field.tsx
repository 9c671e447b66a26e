import type { ComponentChildren } from "preact"
import { describedBy, type ExtraAttributes, Field, type FieldProps } from "./field.tsx"

export interface TextFieldProps extends FieldProps {
  value?: string
  type?: "text" | "email" | "tel" | "url" | "search" | "password" | "number" | "date" | "datetime-local"
  inputmode?: "text" | "numeric" | "decimal" | "tel" | "email" | "url" | "search"
  autocomplete?: string
  maxlength?: number
  spellcheck?: boolean
  /** The width in characters; the full column by default. */
  width?: 2 | 4 | 5 | 10 | 20 | 30
  prefix?: ComponentChildren
  suffix?: ComponentChildren
  /** What the browser suggests while someone types. */
  suggestions?: readonly { value: string; label?: string }[]
}

/** A single-line text field. */
export function TextField(props: TextFieldProps) {
  const input = (
    <input
      class={props.width ? `input input-${props.width}` : "input"}
      id={props.id}
      name={props.name ?? props.id}
      value={props.value}
      inputmode={props.inputmode}
      autocomplete={props.autocomplete}
      maxlength={props.maxlength}
      spellcheck={props.spellcheck}
      required={props.required}
      readonly={props.readonly}
      disabled={props.disabled}
      aria-invalid={props.error ? "true" : undefined}
      aria-describedby={describedBy(props)}
      dir={isLeftToRight(props) ? "ltr" : undefined}
      list={props.suggestions && `${props.id}-list`}
      {...typeOf(props)}
      {...props.attributes}
    />
  )
  const isFramed = props.prefix !== undefined || props.suffix !== undefined
  return (
    <Field {...props}>
      {isFramed ? (
        <div class="input-frame">
          {props.prefix !== undefined && (
            <span class="input-affix" aria-hidden="true">
              {props.prefix}
            </span>
          )}
          {input}
          {props.suffix !== undefined && (
            <span class="input-affix" aria-hidden="true">
              {props.suffix}
            </span>
          )}
        </div>
      ) : (
        input
      )}
      {props.suggestions && (
        <datalist id={`${props.id}-list`}>
          {props.suggestions.map(({ value, label }) => (
            <option key={value} value={value} label={label} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

/** Numbers and addresses read from left to right in every language. */
function isLeftToRight({ type = "text", inputmode = "text" }: TextFieldProps): boolean {
  return ["numeric", "decimal", "url"].includes(inputmode) || ["email", "tel", "url", "number"].includes(type)
}

// JSX would require narrowing the union of types first; all of ours take a line of text.
function typeOf(props: TextFieldProps): ExtraAttributes {
  return { type: props.type ?? "text" }
}

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

/** A code of digits that was sent or shown, to use once. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      {...{
        inputmode: "numeric",
        autocomplete: "one-time-code",
        spellcheck: false,
        maxlength: 12,
        width: 10,
      }}
    />
  )
}
