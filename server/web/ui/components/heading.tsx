import type { ComponentChildren } from "preact"

export type HeadingLevel = 1 | 2 | 3 | 4

/** A heading of the given level. */
export function Heading(props: {
  level: HeadingLevel
  class?: string
  id?: string
  children: ComponentChildren
}) {
  const Level = `h${props.level}` as const
  return (
    <Level class={props.class} id={props.id}>
      {props.children}
    </Level>
  )
}
