// The list in groups: what its order begins with, and how many matters each group has on all pages.
import { type Sql, sql, type Tx, userName } from "../../../platform/db/sql.ts"
import type { Stage } from "../stages/schema.ts"
import { type MatterFilters, whereOf } from "./filters.ts"

export const groupings = ["stage", "assignee", "due"] as const
export type Grouping = (typeof groupings)[number]

/** SQL: the group of matter `m` as text in the order of the groups; those without a stage, assignee or due day come last. */
export function groupOf(by: Grouping, stages: readonly Stage[]): Sql {
  const ids = stages.map(({ id }) => id)
  const keys: Record<Grouping, Sql> = {
    stage: sql`to_char(array_position(${ids}::text[], m.stage_id::text), 'FM0000')`,
    assignee: sql`(select lower(${userName(sql`u`)}) || ' ' || u.id from users u where u.id = m.assignee_id)`,
    due: sql`to_char(m.due_on - (extract(isodow from m.due_on)::integer - 1), 'YYYY-MM-DD')`,
  }
  return sql`coalesce('0' || ${keys[by]}, '1')`
}

export interface Group {
  key: string
  /** How many of the matters that the filters find are in it. */
  count: number
}

/** The group of each of these matters, by id. */
export async function readGroups(
  tx: Tx,
  group: Sql,
  filters: MatterFilters,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Group>> {
  const rows = await tx.all<Group & { id: string }>(sql`
    select shown.id, shown.key, grouped.count
      from (select m.id, ${group} as key from matters m where m.id = any(${ids}::text[])) shown
      join (select ${group} as key, count(*)::integer as count from matters m ${whereOf(filters)} group by 1) grouped
           on grouped.key = shown.key`)
  return new Map(rows.map(({ id, ...own }) => [id, own]))
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
