import type { ComponentChildren } from "preact"

/** Buttons and links in one row; below each other on phones. */
export function Actions(props: { children: ComponentChildren }) {
  return <div class="actions">{props.children}</div>
}
