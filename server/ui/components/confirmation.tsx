import type { ComponentChildren } from "preact"
import { type ButtonLook, buttonClass } from "./button.tsx"

export interface ConfirmationProps {
  /** The words of the button that asks. */
  summary: ComponentChildren
  look?: ButtonLook
  small?: boolean
  /** What will happen, and the form whose button does it. */
  children: ComponentChildren
}

/** A button that asks back before it does something hard to undo; works without script. */
export function Confirmation(props: ConfirmationProps) {
  return (
    <details class="confirmation">
      <summary class={buttonClass({ look: props.look ?? "secondary", small: props.small })}>
        {props.summary}
      </summary>
      <div class="confirmation-body">{props.children}</div>
    </details>
  )
}
