import { Tag } from "../../web/ui/components/tag.tsx"

export interface ContentsGroup {
  title: string
  /** The group's own section, if it has one. */
  href?: string
  items: readonly (ContentsLink & { method?: string; sections?: readonly ContentsLink[] })[]
}

interface ContentsLink {
  href: string
  title: string
}

/** Links to everything; those within the page at `path` lead only there. */
export function Contents({ groups, path }: { groups: readonly ContentsGroup[]; path: string }) {
  const hrefOf = (href: string) => (href.startsWith(`${path}#`) ? href.slice(path.length) : href)
  return (
    <>
      {groups.map(({ title, href, items }) => (
        <div key={title} class="reference-group">
          <h2>{href ? <a href={hrefOf(href)}>{title}</a> : title}</h2>
          <ul>
            {items.map(({ href, title, method, sections = [] }) => (
              <li key={href}>
                <a href={hrefOf(href)} aria-current={href === path ? "page" : undefined}>
                  <span>{title}</span>
                  {method && <Method name={method} />}
                </a>
                {sections.length > 0 && (
                  <ul>
                    {sections.map(({ href, title }) => (
                      <li key={href}>
                        <a href={hrefOf(href)}>{title}</a>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/** The method, in its color. */
export function Method({ name }: { name: string }) {
  const tone = name === "get" ? "info" : name === "delete" ? "danger" : "success"
  return <Tag tone={tone}>{name.toUpperCase()}</Tag>
}
