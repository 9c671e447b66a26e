import type { ComponentChildren } from "preact"
import type { ExtraAttributes } from "./field.tsx"
import { Heading, type HeadingLevel } from "./heading.tsx"

export interface CardProps {
  title?: ComponentChildren
  level?: HeadingLevel
  /** Small buttons or links next to the title. */
  actions?: ComponentChildren
  footer?: ComponentChildren
  id?: string
  /** Removes the body's padding, for a table or list that has its own. */
  flush?: boolean
  attributes?: ExtraAttributes
  children?: ComponentChildren
}

/** A titled section on its own surface. */
export function Card(props: CardProps) {
  return (
    <section class={props.flush ? "card card-flush" : "card"} id={props.id} {...props.attributes}>
      {(props.title || props.actions) && (
        <div class="card-head">
          {props.title && (
            <Heading level={props.level ?? 2} class="card-title">
              {props.title}
            </Heading>
          )}
          {props.actions && <div class="card-actions">{props.actions}</div>}
        </div>
      )}
      {props.children && <div class="card-body">{props.children}</div>}
      {props.footer && <div class="card-foot">{props.footer}</div>}
    </section>
  )
}
