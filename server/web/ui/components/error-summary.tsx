import { type ComponentChildren, Fragment } from "preact"

export interface SummaryError {
  /** The id of the faulty control, or any address. */
  href: string
  text: ComponentChildren
  /** The heading to list the error under. */
  group?: string
}

/** All errors of the page, with links to their fields; nothing if there are none. `autofocus` works without script. */
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
