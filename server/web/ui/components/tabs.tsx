export interface TabItem {
  href: string
  text: string
  current?: boolean
  count?: number | string | undefined
}

/** Links to the pages of one record, so that each tab has an address. With an `id`, others’ changes show by themselves. */
export function Tabs(props: { label: string; items: readonly TabItem[]; id?: string }) {
  return (
    <nav class="tabs" aria-label={props.label} id={props.id} data-live={props.id && ""}>
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
