import type { ComponentChildren } from "preact"

/** Fields that narrow a list, sent by GET so that every view has an address. */
export function FilterBar(props: {
  action: string
  label: string
  children: ComponentChildren
  submit: ComponentChildren
}) {
  return (
    <search aria-label={props.label}>
      <form class="filter-bar" method="get" action={props.action}>
        {props.children}
        <div class="filter-submit">{props.submit}</div>
      </form>
    </search>
  )
}
