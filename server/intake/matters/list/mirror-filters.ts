// Filters for software that keeps a copy of the firm's matters, or knows them by its own numbers.
import type { Tx } from "../../../platform/db/database.ts"
import { type Sql, sql } from "../../../platform/db/sql.ts"
import type { ApiFault } from "../../../platform/errors.ts"

export interface MirrorFilters {
  /** Since then, an API read of the matter shows something else, or may. */
  updated?: Updated | undefined
  /** Pairs of the matter's context, exactly; whole numbers in digits. */
  context?: Readonly<Record<string, string>> | undefined
}

export interface Updated {
  since: Date
  /** Their matters are updated too, because they show something of them. */
  questionnaire_ids: readonly string[]
}

/** The filters with the questionnaires that were changed since. */
export async function withQuestionnaires<Filters extends MirrorFilters>(
  tx: Tx,
  filters: Filters,
  updated: Updated,
): Promise<Filters> {
  const rows = await tx.all<{ id: string }>(
    sql`select id from questionnaires where shown_since >= ${updated.since}`,
  )
  return { ...filters, updated: { ...updated, questionnaire_ids: rows.map(({ id }) => id) } }
}

const prefix = "context."
/** A matter has no more pairs. */
const max_pairs = 5

/** The pairs of the parameters `context.<key>`; undefined if there are none. */
export function contextOf(query: object): MirrorFilters["context"] {
  const pairs = Object.entries(query).filter(([name]) => name.startsWith(prefix) && name !== prefix)
  if (pairs.length === 0) return undefined
  return Object.fromEntries(pairs.map(([name, value]) => [name.slice(prefix.length), String(value)]))
}

export function contextFaults(query: object): ApiFault[] {
  if (Object.keys(contextOf(query) ?? {}).length <= max_pairs) return []
  const message = `A matter has at most ${max_pairs} pairs of context. Filter by fewer.`
  return [{ param: "context", code: "too_many", message }]
}

/** SQL: conditions on matters `m`. */
export function mirroredAs({ updated, context = {} }: MirrorFilters): Sql[] {
  const conditions = Object.entries(context).map(
    ([key, value]) =>
      sql`m.id in (select c.matter_id from matter_contexts c where c.key = ${key} and c.value = ${value})`,
  )
  if (updated) {
    const { since, questionnaire_ids } = updated
    // As a list of ids, so that PostgreSQL does not walk the whole list in its order to find a few.
    const own = sql`select u.id from matters u where u.updated_at >= ${since}`
    const others = sql`select u.id from matters u where u.questionnaire_id = any(${[...questionnaire_ids]}::text[])`
    conditions.push(sql`m.id in (${questionnaire_ids.length === 0 ? own : sql`${own} union all ${others}`})`)
  }
  return conditions
}
