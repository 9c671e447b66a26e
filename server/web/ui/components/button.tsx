import type { ComponentChildren } from "preact"
import type { ExtraAttributes } from "./field.tsx"
import { Icon, type IconName } from "./icon.tsx"

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger"

export interface ButtonProps {
  children: ComponentChildren
  variant?: ButtonVariant
  type?: "submit" | "button" | "reset"
  name?: string
  value?: string
  id?: string
  icon?: IconName
  iconAfter?: IconName
  small?: boolean
  /** The page's main action: full width on phones. */
  wide?: boolean
  disabled?: boolean
  formaction?: string
  attributes?: ExtraAttributes
}

/** The classes of a button, also for links styled as one. */
export function buttonClass(props: Pick<ButtonProps, "variant" | "small" | "wide">): string {
  return `button button-${props.variant ?? "primary"}${props.small ? " button-small" : ""}${props.wide ? " button-wide" : ""}`
}

/** A button; submits its form unless `type` says otherwise. */
export function Button(props: ButtonProps) {
  return (
    <button
      class={buttonClass(props)}
      type={props.type ?? "submit"}
      id={props.id}
      name={props.name}
      value={props.value}
      disabled={props.disabled}
      formaction={props.formaction}
      {...props.attributes}
    >
      {props.icon && <Icon name={props.icon} />}
      <span>{props.children}</span>
      {props.iconAfter && <Icon name={props.iconAfter} />}
    </button>
  )
}
