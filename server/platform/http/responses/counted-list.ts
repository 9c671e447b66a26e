import { type Sql, sql, type Tx } from "../../db/sql.ts"
import type { Listing, Page } from "./paging.ts"

/** How far beyond the current page rows are counted: no one turns that many pages, and a log grows forever. */
export const counted_ahead = 1_000

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
