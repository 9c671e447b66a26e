import type { Approach } from "../definition/definition.ts"
import { joinSql, type Sql, sql } from "../platform/db/sql.ts"
import { foldName } from "./search-name.ts"

/** Filters combine with "and"; what is not named does not filter. */
export interface MatterFilters {
  /** Part of the name, whatever the case and accents. */
  search?: string
  /** Opened on this day or later, `YYYY-MM-DD`. */
  from?: string
  /** Opened on this day or earlier. */
  until?: string
  is_submitted?: boolean
  quest_approach?: Approach
  state?: MatterState
  /** Null: nobody. */
  assignee_id?: string | null
  /** Of these alone. */
  ids?: readonly string[]
}

export const matterStates = ["created", "started", "submitted", "completed", "closed"] as const
/** Where a matter is in its life, for lists that show one word. */
export type MatterState = (typeof matterStates)[number]

/** The conditions on a matter `m`, with `more` of one's own, as a "where"; empty when there are none. */
export function whereOf(filters: MatterFilters, ...more: Sql[]): Sql {
  const { search, from, until, is_submitted, quest_approach, state, assignee_id, ids } = filters
  const conditions = [...more]
  if (search) conditions.push(sql`m.search_name like ${patternOf(search)}`)
  if (from !== undefined) conditions.push(sql`m.open_date >= ${from}`)
  if (until !== undefined) conditions.push(sql`m.open_date <= ${until}`)
  if (is_submitted !== undefined) conditions.push(sql`m.is_submitted = ${is_submitted}`)
  if (state !== undefined) conditions.push(sql`m.state = ${state}`)
  if (ids !== undefined) conditions.push(sql`m.id = any(${ids}::text[])`)
  if (assignee_id === null) conditions.push(sql`m.assignee_id is null`)
  else if (assignee_id !== undefined) conditions.push(sql`m.assignee_id = ${assignee_id}`)
  if (quest_approach !== undefined) {
    conditions.push(
      sql`m.questionnaire_id in (select id from questionnaires where approach = ${quest_approach})`,
    )
  }
  return conditions.length === 0 ? sql`` : sql`where ${joinSql(conditions, " and ")}`
}

/** What a name that contains `search` is like, in SQL. */
export function patternOf(search: string): string {
  return `%${foldName(search).replace(/[\\%_]/g, "\\$&")}%`
}
