// The list in groups: what its order begins with, how many matters each group has on all pages, and its heading.
import { dayFrom } from "../../../definition/values/dates.ts"
import { type Sql, sql, type Tx, userName } from "../../../platform/db/sql.ts"
import type { Stage } from "../stages/schema.ts"
import { stageName } from "../stages/stages.ts"
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

/** The heading of a matter's group; `dayText` writes the Monday of its week. */
export function groupLabel(
  by: Grouping,
  matter: { stage_id: string | null; assignee_name: string | null; due_on: string | null },
  of: { stages: readonly Stage[]; today: string; dayText: (day: string) => string },
): string {
  if (by === "stage") return stageName(of.stages, matter.stage_id) ?? "No stage"
  if (by === "assignee") return matter.assignee_name ?? "No assignee"
  if (!matter.due_on) return "No due day"
  const week = weekOf(matter.due_on)
  if (week === weekOf(of.today)) return "Due this week"
  return week === weekOf(dayFrom(of.today, 7)) ? "Due next week" : `Due in the week of ${of.dayText(week)}`
}

/** The Monday of a day's week. */
function weekOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
