import type { ComponentChildren } from "preact"
import { useMayUse } from "./permitted.tsx"

export interface SummaryAction {
  href: string
  text: string
  /** Which row it acts on, for those who hear links out of context. */
  about?: string
}

export interface SummaryRow {
  key: ComponentChildren
  value: ComponentChildren
  actions?: readonly SummaryAction[]
  id?: string
  /** Something is missing or wrong here. */
  fault?: boolean
  /** The key is the name of a thing, the value what is known of it. */
  named?: boolean
}

/** Questions and their answers, each with a way to change it. */
export function SummaryList(props: { rows: readonly SummaryRow[]; label?: string }) {
  const mayUse = useMayUse()
  const usable = (row: SummaryRow) => (row.actions ?? []).filter(({ href }) => mayUse("GET", href))
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
          {usable(row).length > 0 && (
            <dd class="summary-actions">
              {usable(row).map((action) => (
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
