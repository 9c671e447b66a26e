import type { ComponentChildren } from "preact"

/** A bulleted list; nothing if there are no items. */
export function List({ items }: { items: readonly ComponentChildren[] }) {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}
