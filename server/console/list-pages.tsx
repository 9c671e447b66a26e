import type { Page } from "../platform/http/paging.ts"
import { DataTable, type DataTableProps } from "../ui/components/data-table.tsx"
import { EmptyState } from "../ui/components/empty-state.tsx"
import { Pagination } from "../ui/components/pagination.tsx"
import type { PageRequest } from "./page-request.ts"

export interface ListPage extends Omit<Page, "offset"> {
  count: number
  /** There are more than `count`. */
  is_cut?: boolean | undefined
  href: (page: number) => string
}

/** The page of a list that the address asks for; the first one where it makes no sense. */
export function pageAt({ query }: Pick<PageRequest, "query">, limit: number): Page {
  const page = /^[1-9]\d{0,6}$/.test(query.page ?? "") ? Number(query.page) : 1
  return { page, limit, offset: (page - 1) * limit }
}

/** Where a page of a list is, narrowed by what is there of `filters`; the first page needs no number. */
export function pageUrl(
  home: string,
  page: number,
  filters: Record<string, string | undefined> = {},
): string {
  const given = Object.entries({ ...filters, page: page > 1 ? String(page) : "" }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  return given.length > 0 ? `${home}?${new URLSearchParams(given)}` : home
}

/** Whether there are rows, but none so far down. */
export function isPastTheEnd({ page, limit, count }: Omit<ListPage, "href">): boolean {
  return count > 0 && (page - 1) * limit >= count
}

/** In place of the rows of a page that the list has no longer. */
export function NoSuchPage({ href }: Pick<ListPage, "href">) {
  return (
    <EmptyState title="There is no such page" action={<a href={href(1)}>To the first page</a>} icon="search">
      The list has fewer pages now.
    </EmptyState>
  )
}

/** The rows of a page with the way through the list. */
export function PagedTable(props: DataTableProps & { list: ListPage; pages: string }) {
  const { list, pages, empty, ...table } = props
  return (
    <>
      <DataTable {...table} empty={isPastTheEnd(list) ? <NoSuchPage href={list.href} /> : empty} />
      <ListPagination label={pages} {...list} />
    </>
  )
}

/** The way through a list; nothing where it is empty, or ends before this page. */
export function ListPagination({ label, ...list }: ListPage & { label: string }) {
  const { page, limit, count, is_cut, href } = list
  if (count === 0 || isPastTheEnd(list)) return null
  return (
    <Pagination
      label={label}
      current={page}
      pages={Math.ceil(count / limit)}
      href={href}
      pageLabel={(number) => `Page ${number}`}
      previous="Previous"
      next="Next"
      summary={partOf({ page, limit, count, is_cut })}
    />
  )
}

/** `26–50 of 312`; on a single page `12 in all`, and nothing of one row alone. */
function partOf({ page, limit, count, is_cut }: Omit<ListPage, "href">): string | undefined {
  if (count <= limit && !is_cut) return count > 1 ? `${count} in all` : undefined
  const [first, last, all] = [(page - 1) * limit + 1, Math.min(page * limit, count), count].map((number) =>
    number.toLocaleString("en-US"),
  )
  return `${first}–${last} of ${is_cut ? "more than " : ""}${all}`
}
