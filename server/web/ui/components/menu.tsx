import type { ComponentChildren } from "preact"
import { type ButtonVariant, buttonClass } from "./button.tsx"
import { Icon } from "./icon.tsx"

export interface MenuProps {
  /** Unique on the page: after a change in place, the focus returns to the menu of the same id. */
  id: string
  /** What the button shows: the current value, or "Status". */
  label: ComponentChildren
  /** What the button is for, before its value, for screen readers: "Due". */
  about?: string
  /** Looks like a button; without it, like the value it shows, as in a table. */
  variant?: ButtonVariant
  /** Forms, links and buttons. */
  children?: ComponentChildren
  /** Or the address of a page with them, which the island `in-place` loads when the menu opens. */
  src?: string
}

/** A button that opens a few forms or links. It works without script; with it, by arrow keys and Escape too. */
export function Menu({ id, label, about, variant, children, src }: MenuProps) {
  return (
    <details class="dropdown" id={id} data-menu={src}>
      <summary class={variant ? buttonClass({ variant, small: true }) : "dropdown-value"}>
        {about && <span class="visually-hidden">{about}: </span>}
        <span>{label}</span>
        <Icon name="chevron-down" />
      </summary>
      <div class="dropdown-panel">{children ?? <a href={src}>Change</a>}</div>
    </details>
  )
}
