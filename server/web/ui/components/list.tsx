import type { ComponentChildren } from "preact"

/** A bulleted list; nothing if there are no items. A class gives it another look. */
export function List(props: { items: readonly ComponentChildren[]; class?: string }) {
  const { items } = props
  if (items.length === 0) return null
  return (
    <ul class={props.class}>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}
