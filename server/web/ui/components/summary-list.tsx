import type { ComponentChildren } from "preact"
import { useMayUse } from "./permitted.tsx"

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

/** Labels and values, such as questions and answers, with links to change each. */
export function SummaryList(props: { rows: readonly SummaryRow[]; label?: string }) {
  const mayUse = useMayUse()
  const permitted = (row: SummaryRow) => (row.actions ?? []).filter(({ href }) => mayUse("GET", href))
  return (
    <dl class="summary-list" aria-label={props.label}>
      {props.rows.map((row, index) => (
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
