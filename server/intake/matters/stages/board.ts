import { joinSql, sql, type Tx } from "../../../platform/db/sql.ts"
import { type MatterFilters, whereOf } from "../list/filters.ts"
import { listOverviewsOf, type MatterOverview } from "../list/list.ts"
import { type Order, orderBy } from "../list/order.ts"

/** Counting stops after so many. */
export const max_counted = 1_000

/** The matters of one stage: how many the filters find, at most `max_counted` + 1, and the first of them. */
export interface BoardColumn {
  stage_id: string | null
  count: number
  matters: MatterOverview[]
}

/** The columns of these stages, each with at most `limit` of its matters. */
export async function readBoard(
  tx: Tx,
  stage_ids: readonly (string | null)[],
  { filters, order, limit }: { filters: MatterFilters; order: Order; limit: number },
): Promise<BoardColumn[]> {
  const columns = stage_ids.map((stage_id, place) => {
    const where = whereOf({ ...filters, stage_id })
    return sql`
      select ${place}::integer as place, (select count(*) from (select from matters m ${where} limit ${max_counted + 1}) c)::integer as count,
             array(select m.id::text from matters m ${where} ${orderBy(order)} limit ${limit}) as ids`
  })
  const found = await tx.all<{ place: number; count: number; ids: string[] }>(joinSql(columns, " union all "))
  const all = found.flatMap(({ ids }) => ids)
  const matters = new Map((await listOverviewsOf(tx, all)).map((matter) => [matter.id, matter]))
  return found
    .toSorted((a, b) => a.place - b.place)
    .map(({ place, count, ids }) => ({
      stage_id: stage_ids[place] ?? null,
      count,
      matters: ids.flatMap((id) => matters.get(id) ?? []),
    }))
}
