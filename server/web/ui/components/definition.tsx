import type { ComponentChildren } from "preact"

/** A row of `Definition`s: the key facts of a record. */
export function Definitions(props: { children: ComponentChildren; label?: string }) {
  return (
    <dl class="definitions" aria-label={props.label}>
      {props.children}
    </dl>
  )
}

/** A term and its value. */
export function Definition(props: {
  term: ComponentChildren
  children: ComponentChildren
  strong?: boolean
}) {
  return (
    <div class={props.strong ? "definition definition-strong" : "definition"}>
      <dt>{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
