// The orders of a matter list. Each has an index led by the firm, so a page is a walk along that index.
import { rawSql, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { type MatterFilters, whereOf } from "./filters.ts"
import { type Sort, type SortKey, sortKeys } from "./list-schema.ts"

export { type SortKey, sortKeys, sorts } from "./list-schema.ts"

export interface Order {
  by: SortKey
  descending: boolean
  /** SQL: what comes first; see groups.ts. */
  group?: Sql | undefined
}

export const newestFirst: Order = { by: "opened", descending: true }

export function orderOf(sort: Sort | undefined): Order {
  const by = sortKeys.find((key) => key === sort?.replace("-", ""))
  return by ? { by, descending: sort?.startsWith("-") ?? false } : newestFirst
}

export function isNewestFirst({ by, descending, group }: Order): boolean {
  return by === newestFirst.by && descending && !group
}

const keys: Record<SortKey, Sql> = {
  opened: sql`m.open_date`,
  name: sql`m.search_name`,
  activity: sql`m.last_activity_at`,
  due: sql`m.due_order`,
}

/** Sorts the matters `m`, by id where the key is the same. */
export function orderBy({ by, descending, group }: Order, isReversed = false): Sql {
  const direction = rawSql(descending !== isReversed ? "desc" : "asc")
  const first = group ? sql`${group} ${rawSql(isReversed ? "desc" : "asc")}, ` : sql``
  return sql`order by ${first}${keys[by]} ${direction}, m.id ${direction}`
}

export interface Neighbors {
  previous: string | null
  next: string | null
}

/** The ids of the matters before and after one in a list; undefined when the list does not contain it. */
export async function findNeighbors(
  tx: Tx,
  filters: MatterFilters,
  order: Order,
  matter_id: string,
): Promise<Neighbors | undefined> {
  const { by, group } = order
  const key = keys[by]
  const beyond = (isAfter: boolean): Sql => {
    const compare = rawSql(isAfter === order.descending ? "<" : ">")
    // As text: under row-level security, PostgreSQL uses no index for a value it must first cast to record_id.
    const place = sql`(${key}, m.id::text) ${compare} ((select key from own), ${matter_id}::text)`
    const beyondGroup = rawSql(isAfter ? ">" : "<")
    const placed = group
      ? sql`(${group} ${beyondGroup} (select part from own) or (${group} = (select part from own) and ${place}))`
      : place
    return sql`(select m.id from matters m ${whereOf(filters, placed)} ${orderBy(order, !isAfter)} limit 1)`
  }
  return tx.maybe(sql`
    with own as materialized (
      select ${key} as key, ${group ?? sql`''`} as part from matters m ${whereOf({ ...filters }, sql`m.id = ${matter_id}`)})
    select ${beyond(false)} as previous, ${beyond(true)} as next from own`)
}
