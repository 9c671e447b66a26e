// Filters for software that keeps a copy of the firm's matters, or knows them by its own numbers.
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
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

const max_looked_up = 999

/**
 * The filters with the questionnaires that were changed since, or, where only a few matters were updated, with their
 * ids: PostgreSQL would walk a whole list in its order to find a few.
 */
export async function withUpdated<Filters extends MirrorFilters & { ids?: readonly string[] | undefined }>(
  tx: Tx,
  filters: Filters,
  { since }: Updated,
): Promise<Filters> {
  const changed = await tx.all<{ id: string }>(
    sql`select id from questionnaires where shown_since >= ${since}`,
  )
  const updated = { since, questionnaire_ids: changed.map(({ id }) => id) }
  const rows = await tx.all<{ id: string }>(
    sql`select u.id from (${updatedMatters(updated)}) u limit ${max_looked_up + 1}`,
  )
  if (rows.length > max_looked_up) return { ...filters, updated }
  const found = new Set(rows.map(({ id }) => id))
  return { ...filters, updated: undefined, ids: (filters.ids ?? [...found]).filter((id) => found.has(id)) }
}

function updatedMatters({ since, questionnaire_ids }: Updated): Sql {
  const own = sql`select u.id from matters u where u.updated_at >= ${since}`
  if (questionnaire_ids.length === 0) return own
  return sql`
    ${own} union all
    select u.id from matters u where u.questionnaire_id = any(${[...questionnaire_ids]}::text[])`
}

const prefix = "context."
/** A matter has no more pairs. */
const max_pairs = 5

/** The pairs of the parameters `context.<key>`; undefined if there are none. */
export function contextPairsOf(query: object): MirrorFilters["context"] {
  const pairs = Object.entries(query).filter(([name]) => name.startsWith(prefix) && name !== prefix)
  if (pairs.length === 0) return undefined
  return Object.fromEntries(pairs.map(([name, value]) => [name.slice(prefix.length), String(value)]))
}

export function contextFaults(query: object): ApiFault[] {
  if (Object.keys(contextPairsOf(query) ?? {}).length <= max_pairs) return []
  const message = `A matter has at most ${max_pairs} pairs of context. Filter by fewer.`
  return [{ param: "context", code: "too_many", message }]
}

/** SQL: whether matter `m` has all of these pairs. */
export function hasContext(context: Readonly<Record<string, string>>): Sql[] {
  return Object.entries(context).map(
    ([key, value]) =>
      sql`m.id in (select c.matter_id from matter_contexts c where c.key = ${key} and c.value = ${value})`,
  )
}

/** SQL: whether matter `m` was updated. */
export function isUpdated(updated: Updated): Sql {
  return sql`m.id in (${updatedMatters(updated)})`
}
