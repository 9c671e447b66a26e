import type { ComponentChildren } from "preact"

/** Facts side by side, each a term and what it is: the head of a record. Holds `Definition`s. */
export function Definitions(props: { children: ComponentChildren; label?: string }) {
  return (
    <dl class="definitions" aria-label={props.label}>
      {props.children}
    </dl>
  )
}

/** One term and what it is. */
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
