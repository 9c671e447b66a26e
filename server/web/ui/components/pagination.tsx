import type { ComponentChildren } from "preact"
import { Icon } from "./icon.tsx"

export interface PaginationProps {
  label: string
  current: number
  pages: number
  href: (page: number) => string
  /** The accessible name of a page's link: `Page 3`. */
  pageLabel: (page: number) => string
  previous: string
  next: string
  /** The range of rows shown: `1–50 of 312`. */
  summary?: ComponentChildren
}

/** Links to the pages of a list; a single page shows only its summary, if any. */
export function Pagination(props: PaginationProps) {
  if (props.pages <= 1)
    return props.summary ? <p class="pagination pagination-summary">{props.summary}</p> : null
  return (
    <nav class="pagination" aria-label={props.label}>
      {props.summary && <p class="pagination-summary">{props.summary}</p>}
      <ul>
        {props.current > 1 && (
          <li>
            <a class="page-link page-step" rel="prev" href={props.href(props.current - 1)}>
              <Icon name="arrow-left" />
              {props.previous}
            </a>
          </li>
        )}
        {pageNumbers(props.current, props.pages).map((page, index) =>
          page === null ? (
            <li key={`gap-${index}`} class="page-gap page-number" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page} class="page-number">
              <a
                class="page-link"
                href={props.href(page)}
                aria-label={props.pageLabel(page)}
                aria-current={page === props.current ? "page" : undefined}
              >
                {page}
              </a>
            </li>
          ),
        )}
        {props.current < props.pages && (
          <li>
            <a class="page-link page-step" rel="next" href={props.href(props.current + 1)}>
              {props.next}
              <Icon name="arrow-right" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** The first, last and adjacent pages of `current`; `null` marks a gap of at least two pages. */
export function pageNumbers(current: number, pages: number): (number | null)[] {
  const near = new Set([1, 2, current - 1, current, current + 1, pages - 1, pages])
  // Pages 2 and `pages - 1` are shown only to fill a gap of one.
  if (current > 4) near.delete(2)
  if (current < pages - 3) near.delete(pages - 1)
  const shown = [...near].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const before = shown[index - 1]
    return before !== undefined && page - before > 1 ? [null, page] : [page]
  })
}
