import type { ComponentChildren } from "preact"
import type { ExtraAttributes } from "./field.tsx"
import { Icon } from "./icon.tsx"

export interface DetailsProps {
  summary: ComponentChildren
  children: ComponentChildren
  open?: boolean
  id?: string
  attributes?: ExtraAttributes
}

/** A disclosure with optional detail. */
export function Details(props: DetailsProps) {
  return (
    <details class="details" open={props.open} id={props.id} {...props.attributes}>
      <summary>
        <Icon name="chevron-right" />
        <span>{props.summary}</span>
      </summary>
      <div class="details-body">{props.children}</div>
    </details>
  )
}

/** A disclosure that explains why the firm asks a question. */
export function WhyWeAsk(props: { summary: string; children: ComponentChildren }) {
  return (
    <details class="details why">
      <summary>
        <Icon name="info" />
        <span>{props.summary}</span>
      </summary>
      <div class="details-body">{props.children}</div>
    </details>
  )
}
