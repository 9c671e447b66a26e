export interface Crumb {
  text: string
  href: string
}

/** Links to the pages above this one. The page itself is not listed: its heading follows. */
export function Breadcrumbs(props: { label: string; items: readonly Crumb[] }) {
  return (
    <nav class="breadcrumbs" aria-label={props.label}>
      <ol>
        {props.items.map((item) => (
          <li key={item.href}>
            <a href={item.href}>{item.text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
