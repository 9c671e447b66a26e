import { EmptyState } from "../ui/components/empty-state.tsx"
import { Pagination } from "../ui/components/pagination.tsx"

export interface PageOfList {
  /** From 1. */
  page: number
  page_size: number
  count: number
  /** There are more than `count`. */
  is_cut?: boolean | undefined
  href: (page: number) => string
}

/** The page that an address asks for; the first one where it makes no sense. */
export function pageNumberOf(text: string | undefined): number {
  return /^[1-9]\d{0,6}$/.test(text ?? "") ? Number(text) : 1
}

/** Whether there are rows, but none so far down. */
export function isPastTheEnd({ page, page_size, count }: Omit<PageOfList, "href">): boolean {
  return count > 0 && (page - 1) * page_size >= count
}

/** In place of the rows of a page that the list has no longer. */
export function NoSuchPage({ href }: Pick<PageOfList, "href">) {
  return (
    <EmptyState title="There is no such page" action={<a href={href(1)}>To the first page</a>} icon="search">
      The list has fewer pages now.
    </EmptyState>
  )
}

/** The way through a list; nothing where it is empty, or ends before this page. */
export function ListPages({ label, ...list }: PageOfList & { label: string }) {
  const { page, page_size, count, is_cut, href } = list
  if (count === 0 || isPastTheEnd(list)) return null
  const offset = (page - 1) * page_size
  return (
    <Pagination
      label={label}
      current={page}
      pages={Math.ceil(count / page_size)}
      href={href}
      pageLabel={(number) => `Page ${number}`}
      previous="Previous"
      next="Next"
      summary={`${(offset + 1).toLocaleString("en-US")}–${Math.min(offset + page_size, count).toLocaleString("en-US")} of ${is_cut ? "more than " : ""}${count.toLocaleString("en-US")}`}
    />
  )
}
