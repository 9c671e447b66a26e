import type { FastifyRequest } from "fastify"
import { type Sql, sql, type Tx } from "../../db/sql.ts"
import { type ApiFault, badRequest, type Fault, notFound } from "../../errors.ts"

export type PageQuery = { page?: string; page_size?: string }

export interface Page {
  page: number
  limit: number
  offset: number
}

/**
 * Reads the paging parameters. Throws "bad request" naming each that is not a whole number of 1 or more, after `others`,
 * the faults the route found.
 */
export function pageOf(query: PageQuery, others: readonly Fault[] = []): Page {
  const page = wholeNumber(query.page ?? "1")
  const size = wholeNumber(query.page_size ?? "100")
  const own: ApiFault[] = []
  if (page === undefined)
    own.push({ param: "page", code: "not_a_page", message: '"page" must be a whole number, 1 or more.' })
  if (size === undefined)
    own.push({
      param: "page_size",
      code: "not_a_page_size",
      message: '"page_size" must be a whole number, 1 or more; above 200 is treated as 200.',
    })
  const faults = [...others, ...own.filter(({ param }) => others.every((other) => other.param !== param))]
  if (page === undefined || size === undefined || faults.length > 0) throw badRequest(faults)
  const limit = Math.min(size, 200)
  return { page, limit, offset: (page - 1) * limit }
}

/** Up to this offset, walking an index is faster than adding up counts. */
export const max_walked = 2_000

/** Beyond any list, and still an offset the database accepts. */
const last_page = 1_000_000_000

function wholeNumber(text: string): number | undefined {
  const number = Math.min(Number(text), last_page)
  return /^\d+$/.test(text) && number >= 1 ? number : undefined
}

export interface Listing<Row> {
  count: number
  /** There are more than `count`: counting stopped there. */
  is_cut?: boolean
  rows: Row[]
}

/** The page wrapper around `rows`. Throws "not found" for a page past the end. */
export function pageResponse<Row>(request: FastifyRequest, page: Page, { count, rows }: Listing<Row>) {
  return { ...pageLinks(request, page, count), results: rows }
}

/** `count`, `next` and `previous` of a list. Throws "not found" for a page past the end. */
export function pageLinks(request: FastifyRequest, { page, limit }: Page, count: number) {
  const last = Math.max(1, Math.ceil(count / limit))
  if (page > last) throw notFound("Invalid page.")
  const linkTo = (number: number) => {
    const url = new URL(request.url, request.server.base_url)
    url.searchParams.set("page", String(number))
    return url.href
  }
  return { count, next: page < last ? linkTo(page + 1) : null, previous: page > 1 ? linkTo(page - 1) : null }
}

/** How far beyond the current page rows are counted: no one turns that many pages, and a log grows forever. */
const counted_ahead = 1_000

export interface ListSql {
  columns: Sql
  from: Sql
  /** Including "where"; empty for all rows. */
  where: Sql
  /** Including "order by": the count walks the same index, which keeps it out of other firms' rows. */
  order: Sql
}

/** A page of a list, counted up to a thousand rows beyond the page's first. */
export async function listCounted<Row>(
  tx: Tx,
  { columns, from, where, order }: ListSql,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<Listing<Row>> {
  const max_count = offset + counted_ahead
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(
      sql`select count(*) from (select from ${from} ${where} ${order} limit ${max_count + 1}) counted`,
    ),
    tx.all<Row>(sql`select ${columns} from ${from} ${where} ${order} limit ${limit} offset ${offset}`),
  ])
  return { count: Math.min(count, max_count), is_cut: count > max_count, rows }
}
