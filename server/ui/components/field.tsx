import type { ComponentChildren } from "preact"
import { Icon } from "./icon.tsx"

/** Attributes of the control itself that a component does not name: `data-*` hooks of islands, `form`, … */
export type ExtraAttributes = Record<string, string | number | boolean | undefined>

/** What every field takes. All words come from the caller, already in the reader's language. */
export interface FieldProps {
  id: string
  /** Name on the wire; the id where left out. */
  name?: string
  label: ComponentChildren
  hint?: ComponentChildren
  /** A disclosure below the label that says why the firm asks: see `WhyWeAsk`. */
  why?: ComponentChildren
  error?: ComponentChildren
  /** Below the control: what autosave says about it. See `FieldStatus`. */
  status?: ComponentChildren
  /** The word that marks a field one may leave out, shown behind the label. */
  optional?: string
  /** The field is the page's only question: its label is the page's `h1`. */
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

/** Label, hint, reason and error around one control. */
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

/** The same for a group of controls: a fieldset with its legend. */
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
      {props.why}
      {props.error && <FieldError id={`${props.id}-error`}>{props.error}</FieldError>}
    </>
  )
}

/** What is wrong with one field, in the words the summary uses too. */
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
