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

/** More, for those who want it. */
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

/** Why a question is asked, one press away. */
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
