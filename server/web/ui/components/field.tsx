import type { ComponentChildren } from "preact"
import { Icon } from "./icon.tsx"

/** Additional attributes of the control: `data-*` hooks of islands, `form`, … */
export type ExtraAttributes = Record<string, string | number | boolean | undefined>

/** The props of every field. The caller passes all text in the reader's language. */
export interface FieldProps {
  id: string
  /** The name of the form field; the id by default. */
  name?: string
  label: ComponentChildren
  hint?: ComponentChildren
  /** Shown below the label. */
  notes?: ComponentChildren
  error?: ComponentChildren
  /** The autosave status below the control: see `FieldStatus`. */
  status?: ComponentChildren
  /** The word after the label that marks an optional field. */
  optional?: string
  /** The field is the page's only question: its label becomes the page's `h1`. */
  heading?: boolean
  required?: boolean
  readonly?: boolean
  disabled?: boolean
  attributes?: ExtraAttributes
}

/** The ids that describe a control, in reading order, for `aria-describedby`. */
export function describedBy(
  props: Pick<FieldProps, "id" | "hint" | "error">,
  ...more: (string | undefined)[]
) {
  const ids = [props.hint && `${props.id}-hint`, props.error && `${props.id}-error`, ...more]
  return ids.filter(Boolean).join(" ") || undefined
}

/** Wraps one control with its label, hint, reason and error. */
export function Field(props: FieldProps & { children: ComponentChildren }) {
  const label = (
    <label class="label" for={props.id}>
      {props.label}
      <Optional text={props.optional} />
    </label>
  )
  return (
    <div class={props.error ? "field field-error" : "field"} id={`${props.id}-field`}>
      {props.heading ? <h1 class="label-heading">{label}</h1> : label}
      <FieldNotes {...props} />
      {props.children}
      {props.status}
    </div>
  )
}

/** Wraps a group of controls: a fieldset with its legend. */
export function FieldGroup(props: FieldProps & { children: ComponentChildren; class?: string }) {
  const legend = [props.label, <Optional key="optional" text={props.optional} />]
  return (
    <fieldset
      class={`field ${props.error ? "field-error " : ""}${props.class ?? ""}`.trim()}
      id={`${props.id}-field`}
      aria-describedby={describedBy(props)}
    >
      <legend class="label">{props.heading ? <h1 class="label-heading">{legend}</h1> : legend}</legend>
      <FieldNotes {...props} />
      {props.children}
      {props.status}
    </fieldset>
  )
}

function FieldNotes(props: FieldProps) {
  return (
    <>
      {props.hint && (
        <div class="hint" id={`${props.id}-hint`}>
          {props.hint}
        </div>
      )}
      {props.notes}
      {props.error && <FieldError id={`${props.id}-error`}>{props.error}</FieldError>}
    </>
  )
}

/** The error of one field, worded as in the error summary. */
export function FieldError(props: { id: string; children: ComponentChildren }) {
  return (
    <p class="error-message" id={props.id}>
      <Icon name="alert" />
      <span>{props.children}</span>
    </p>
  )
}

function Optional(props: { text?: string | undefined }) {
  return props.text ? <span class="optional"> {props.text}</span> : null
}
