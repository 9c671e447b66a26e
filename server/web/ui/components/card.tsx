import type { ComponentChildren } from "preact"
import { useMayUse } from "./button.tsx"
import type { ExtraAttributes } from "./field.tsx"
import { Heading, type HeadingLevel } from "./heading.tsx"
import { Icon, type IconName } from "./icon.tsx"

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

export interface DetailsProps {
  summary: ComponentChildren
  children: ComponentChildren
  open?: boolean
  id?: string
  /** It belongs to the record, so paper shows it although it is folded. */
  is_printed?: boolean
  attributes?: ExtraAttributes
}

/** A disclosure with optional detail. */
export function Details(props: DetailsProps) {
  const { open, id, is_printed, attributes } = props
  return (
    <details class="details" open={open} id={id} data-printed={is_printed} {...attributes}>
      <summary>
        <Icon name="chevron-right" />
        <span>{props.summary}</span>
      </summary>
      <div class="details-body">{props.children}</div>
    </details>
  )
}

/** Explains that a list is empty and offers the next step. */
export function EmptyState(props: {
  icon?: IconName
  title: string
  children?: ComponentChildren
  action?: ComponentChildren
}) {
  return (
    <div class="empty-state">
      <span class="empty-icon">
        <Icon name={props.icon ?? "folder"} />
      </span>
      <p class="empty-title">{props.title}</p>
      {props.children && <div class="empty-text">{props.children}</div>}
      {props.action}
    </div>
  )
}

export interface SummaryAction {
  href: string
  text: string
  /** The row it acts on, for screen readers that list links out of context. */
  about?: string
}

export interface SummaryRow {
  key: ComponentChildren
  value: ComponentChildren
  actions?: readonly SummaryAction[]
  id?: string
  /** Marks a row with a missing or faulty value. */
  fault?: boolean
  /** The key is the name of an item rather than a label. */
  named?: boolean
}

interface SummaryProps {
  /** Those that are false, null or undefined are left out. */
  rows: readonly (SummaryRow | false | null | undefined)[]
  label?: string
}

/** A card of labels and values. */
export function SummaryCard({ rows, ...card }: Omit<CardProps, "children" | "flush"> & SummaryProps) {
  return (
    <Card {...card} flush>
      <SummaryList rows={rows} />
    </Card>
  )
}

/** Labels and values, such as questions and answers, with links to change each. */
export function SummaryList(props: SummaryProps) {
  const mayUse = useMayUse()
  const rows = props.rows.filter((row) => row !== false && row !== null && row !== undefined)
  const permitted = (row: SummaryRow) => (row.actions ?? []).filter(({ href }) => mayUse("GET", href))
  return (
    <dl class="summary-list" aria-label={props.label}>
      {rows.map((row, index) => (
        <div
          class={["summary-row", row.fault && "summary-fault", row.named && "summary-named"]
            .filter(Boolean)
            .join(" ")}
          key={row.id ?? index}
          id={row.id}
        >
          <dt>{row.key}</dt>
          <dd class="summary-value">{row.value}</dd>
          {permitted(row).length > 0 && (
            <dd class="summary-actions">
              {permitted(row).map((action) => (
                <a key={action.href} href={action.href}>
                  {action.text}
                  {action.about && <span class="visually-hidden"> {action.about}</span>}
                </a>
              ))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
