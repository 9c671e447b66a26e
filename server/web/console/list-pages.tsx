import { foldText } from "../../definition/values/folded-text.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import { EmptyState } from "../ui/components/card.tsx"
import { DataTable, type DataTableProps } from "../ui/components/data-table.tsx"
import { FilterBar } from "../ui/components/filter-bar.tsx"
import { Pagination } from "../ui/components/pagination.tsx"
import { TextField } from "../ui/components/text-field.tsx"
import type { PageRequest } from "./page-request.ts"

export interface ListPage extends Omit<Page, "offset"> {
  count: number
  /** There are more rows than `count`. */
  is_cut?: boolean | undefined
  href: (page: number) => string
  /** Its address without filters. */
  home?: string
}

/** The page number in the query; the first page when it is missing or malformed. */
export function pageAt({ query }: Pick<PageRequest, "query">, limit: number): Page {
  const page = /^[1-9]\d{0,6}$/.test(query.page ?? "") ? Number(query.page) : 1
  return { page, limit, offset: (page - 1) * limit }
}

/** One page of a list: its rows, and what its pagination shows. Its addresses carry `filters`. */
export async function readPage<Row>(
  req: Pick<PageRequest, "query">,
  { home, limit, filters }: { home: string; limit: number; filters?: Record<string, string | undefined> },
  read: (page: Page) => Promise<Listing<Row>>,
): Promise<{ rows: Row[]; list: ListPage }> {
  const page = pageAt(req, limit)
  const { rows, ...counted } = await read(page)
  return { rows, list: { ...page, ...counted, home, href: (number) => pageUrl(home, number, filters) } }
}

const per_page = 50

export interface Found<Row> {
  rows: readonly Row[]
  list: ListPage
  /** The words of the search; empty without one. */
  words: string
  /** How many there are without the search. */
  total: number
}

/** One page of all the firm's rows of a kind: those whose `text` has the words of `?find=`, in the order given. */
export function findRows<Row>(
  { query }: Pick<PageRequest, "query">,
  home: string,
  all: readonly Row[],
  text: (row: Row) => string,
): Found<Row> {
  const words = query.find?.trim() ?? ""
  const wanted = foldText(words).split(" ")
  const found = words
    ? all.filter((row) => {
        const folded = foldText(text(row))
        return wanted.every((word) => folded.includes(word))
      })
    : all
  const page = pageAt({ query }, per_page)
  return {
    rows: found.slice(page.offset, page.offset + per_page),
    list: { ...page, count: found.length, home, href: (number) => pageUrl(home, number, { find: words }) },
    words,
    total: all.length,
  }
}

/** The address of a page of a list, with its non-empty filters; the first page needs no number. */
export function pageUrl(
  home: string,
  page: number,
  filters: Record<string, string | undefined> = {},
): string {
  const params = Object.entries({ ...filters, page: page > 1 ? String(page) : "" }).flatMap(
    ([name, value]) => (value ? [[name, value]] : []),
  )
  return params.length > 0 ? `${home}?${new URLSearchParams(params)}` : home
}

/** Whether the list has rows but none on this page. */
export function isPastTheEnd({ page, limit, count }: Omit<ListPage, "href">): boolean {
  return count > 0 && (page - 1) * limit >= count
}

/** Replaces the table on a page past the end of its list. */
export function NoSuchPage({ href }: Pick<ListPage, "href">) {
  return (
    <EmptyState
      title="There is no such page"
      action={<a href={href(1)}>Go to the first page</a>}
      icon="search"
    >
      The list has fewer pages now.
    </EmptyState>
  )
}

interface Paging<Of> {
  rows: readonly Of[]
  list: ListPage
  caption: string
  /** Says that no row passes the filters; false if there are none. */
  noMatch?: string | false
}

export function PagedTable<Of>(props: Omit<DataTableProps<Of>, "records"> & Paging<Of>) {
  const { rows, list, caption, noMatch } = props
  const empty = noMatch ? (
    <EmptyState title={noMatch} icon="search" action={<a href={list.home}>Clear all filters</a>} />
  ) : (
    props.empty
  )
  return (
    <>
      {DataTable<Of>({
        ...{ ...props, records: rows },
        empty: isPastTheEnd(list) ? <NoSuchPage href={list.href} /> : empty,
      } as DataTableProps<Of>)}
      <ListPagination label={`Pages: ${caption}`} {...list} />
    </>
  )
}

/** A table of `findRows`; a list of several pages can be searched by a word. */
export function FoundTable<Of>(
  props: Omit<DataTableProps<Of>, "records"> & { found: Found<Of>; find: string; caption: string },
) {
  const { found, find } = props
  const { rows, list, words, total } = found
  return (
    <>
      {total > list.limit && (
        <FilterBar action={list.home ?? ""} label={find} submit="Find" isFiltered={words !== ""}>
          <TextField id="find" type="search" label={find} value={words} autocomplete="off" />
        </FilterBar>
      )}
      {PagedTable<Of>({
        ...{ ...props, rows, list },
        noMatch: words !== "" && total > 0 && `Nothing has the words “${words}”`,
      })}
    </>
  )
}

/** The pagination of a list; nothing if the list is empty or ends before this page. */
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
      summary={rangeText({ page, limit, count, is_cut })}
    />
  )
}

/** `26–50 of 312`; `12 in all` for a single page; undefined for a single row. */
function rangeText({ page, limit, count, is_cut }: Omit<ListPage, "href">): string | undefined {
  if (count <= limit && !is_cut) return count > 1 ? `${count} in all` : undefined
  const [first, last, all] = [(page - 1) * limit + 1, Math.min(page * limit, count), count].map((number) =>
    number.toLocaleString("en-US"),
  )
  return `${first}–${last} of ${is_cut ? "more than " : ""}${all}`
}
