export interface TabItem {
  href: string
  text: string
  current?: boolean
  count?: number | string | undefined
}

/** Links to the pages of one record, so that each tab has an address. */
export function Tabs(props: { label: string; items: readonly TabItem[] }) {
  return (
    <nav class="tabs" aria-label={props.label}>
      <ul>
        {props.items.map((item) => (
          <li key={item.href}>
            <a href={item.href} aria-current={item.current ? "page" : undefined}>
              {item.text}
              {item.count !== undefined && <span class="count">{item.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
