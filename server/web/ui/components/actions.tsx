import type { ComponentChildren } from "preact"

/** Buttons and links in a row; stacked on phones. */
export function Actions(props: { children: ComponentChildren }) {
  return <div class="actions">{props.children}</div>
}
