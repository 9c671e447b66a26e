import type { ComponentChildren } from "preact"
import { Button, LinkButton } from "./button.tsx"
import { Icon } from "./icon.tsx"

export interface MoreFilters {
  summary: ComponentChildren
  /** Whether one of the fields is set. */
  isOpen: boolean
  fields: ComponentChildren
}

/** Fields that filter a list by GET, so that every view has an address. Those in `more` are collapsed until one is set. */
export function FilterBar(props: {
  action: string
  label: string
  children: ComponentChildren
  more?: MoreFilters
  submit?: string
  /** Some fields are set: a link clears them. */
  isFiltered?: boolean
}) {
  const { more, submit = "Apply" } = props
  return (
    <search aria-label={props.label}>
      <form class="filter-bar" method="get" action={props.action}>
        {props.children}
        {more && (
          <details class="details filter-more" open={more.isOpen}>
            <summary>
              <Icon name="chevron-right" />
              <span>{more.summary}</span>
            </summary>
            <div class="filter-fields">{more.fields}</div>
          </details>
        )}
        <div class="filter-submit">
          <Button variant="secondary">{submit}</Button>
          {props.isFiltered && (
            <LinkButton href={props.action} variant="quiet">
              Clear
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  )
}
