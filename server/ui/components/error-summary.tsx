import { type ComponentChildren, Fragment } from "preact"

export interface SummaryError {
  /** Id of the control at fault, or any address. */
  href: string
  text: ComponentChildren
  /** What it belongs to; neighbors of one group stand under one heading. */
  group?: string
}

/**
 * Everything wrong on the page in one place. `autofocus` moves focus here without script; the summary stays out
 * of the page where there is nothing to say.
 */
export function ErrorSummary(props: {
  title: string
  errors: readonly SummaryError[]
  children?: ComponentChildren
}) {
  if (props.errors.length === 0) return null
  return (
    <div
      class="error-summary"
      id="error-summary"
      role="alert"
      tabindex={-1}
      autofocus
      aria-labelledby="error-summary-title"
    >
      <h2 class="error-summary-title" id="error-summary-title">
        {props.title}
      </h2>
      {props.children}
      {[...Map.groupBy(props.errors, ({ group }) => group ?? "")].map(([group, errors]) => (
        <Fragment key={group}>
          {group && <h3>{group}</h3>}
          <ul>
            {errors.map((error) => (
              <li key={error.href}>
                <a href={/^[#/]|^https?:/.test(error.href) ? error.href : `#${error.href}`}>{error.text}</a>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}
