import type { Approach } from "../../../definition/definition.ts"
import { foldText } from "../../../definition/values/folded-text.ts"
import { joinSql, type Sql, sql } from "../../../platform/db/sql.ts"
import type { ApiFault } from "../../../platform/errors.ts"
import { timeOf } from "../../../platform/http/shapes.ts"
import type { MatterQuery, MatterState } from "./list-schema.ts"
import { contextFaults, contextPairsOf, hasContext, isUpdated, type MirrorFilters } from "./mirror-filters.ts"

export { type FollowUp, followUps, type MatterState, matterStates } from "./list-schema.ts"

/** Filters combine with "and"; an undefined filter matches everything. */
export interface MatterFilters extends MirrorFilters {
  /** Part of the name, ignoring case and accents. */
  search?: string
  /** The search also finds a part of the firm's own number, whatever its punctuation. */
  with_file_numbers?: boolean
  /** Opened on this day or later, `YYYY-MM-DD`. */
  from?: string
  /** Opened on this day or earlier. */
  until?: string
  is_submitted?: boolean
  quest_approach?: Approach
  state?: MatterState
  /** Null for unassigned matters. */
  assignee_id?: string | null
  /** Null for matters in no stage. */
  stage_id?: string | null
  questionnaire_id?: string
  /** The firm's own number, exactly. */
  file_number?: string
  /** Due on this day or later, `YYYY-MM-DD`. */
  due_from?: string
  /** Due on this day or earlier. */
  due_until?: string
  tag?: string
  /** Neither completed nor closed. */
  is_open?: boolean
  /** Only these matters. */
  ids?: readonly string[]
  /** Only matters after this position in the list. */
  after?: Position | undefined
}

/** A matter's position in the list, which is newest first. */
export interface Position {
  open_date: string
  id: string
}

/** The filters of the API's query. */
export function filtersOf(query: MatterQuery): MatterFilters {
  const { page, page_size, starting_after, sort, follow_up, ...filters } = query
  const { search, is_submitted, is_open, status, assignee, stage, updated_since, ...others } = filters
  const {
    from,
    until,
    quest_approach,
    questionnaire_id,
    file_number,
    due_from,
    due_until,
    tag,
    ids,
    ...pairs
  } = others
  return {
    // Only blanks are no search.
    search: search?.trim() || undefined,
    from,
    until,
    is_submitted: flagOf(is_submitted),
    is_open: flagOf(is_open),
    quest_approach,
    state: status,
    assignee_id: assignee === "none" ? null : assignee,
    stage_id: stage === "none" ? null : stage,
    questionnaire_id,
    file_number,
    due_from,
    due_until,
    tag,
    ids,
    updated:
      updated_since === undefined ? undefined : { since: timeOf(updated_since), questionnaire_ids: [] },
    // Does not compile while a parameter of the schema is missing above.
    context: contextPairsOf(pairs satisfies Record<string, never>),
  }
}

function flagOf(text: MatterQuery["is_open"]): boolean | undefined {
  return text === undefined ? undefined : text === "true" || text === "1"
}

/**
 * Whether the list's query may be batched with others, for which it must be quick and have one good plan: a search may be
 * slow and hold up the others, `starting_after` and `follow_up` need queries of their own, and a rare value needs another
 * plan than a frequent one.
 */
export function isQuickQuery(query: MatterQuery): boolean {
  const { search, starting_after, follow_up, sort } = query
  return (search ?? starting_after ?? follow_up ?? sort) === undefined && isCounted(filtersOf(query))
}

/** What no schema says of the query. */
export function faultsOf({ starting_after, sort, ...query }: MatterQuery): ApiFault[] {
  const faults = contextFaults(query)
  if (starting_after === undefined || sort === undefined) return faults
  const message = '"starting_after" works only in the default order. Leave out "sort".'
  return [...faults, { param: "starting_after", code: "sorted_otherwise", message }]
}

type Given = { [Name in keyof MatterFilters]-?: Exclude<MatterFilters[Name], undefined> }
type Conditions = {
  readonly [Name in keyof Given]: (value: Given[Name], filters: MatterFilters) => readonly Sql[]
}

/** What each filter asks of matters `m`. */
const conditions: Conditions = {
  search: (search, { with_file_numbers }) =>
    search ? [with_file_numbers ? namedOrNumbered(search) : isNamed(search)] : [],
  with_file_numbers: () => [],
  from: (day) => [sql`m.open_date >= ${day}`],
  until: (day) => [sql`m.open_date <= ${day}`],
  is_submitted: (is_submitted) => [sql`m.is_submitted = ${is_submitted}`],
  state: (state) => [sql`m.state = ${state}`],
  after: (position) => [comesAfter(position)],
  ids: (ids) => [sql`m.id = any(${ids}::text[])`],
  assignee_id: (id) => [id === null ? sql`m.assignee_id is null` : sql`m.assignee_id = ${id}`],
  stage_id: (id) => [id === null ? sql`m.stage_id is null` : sql`m.stage_id = ${id}`],
  quest_approach: (approach) => [
    sql`m.questionnaire_id in (select id from questionnaires where approach = ${approach})`,
  ],
  questionnaire_id: (id) => [sql`m.questionnaire_id = ${id}`],
  file_number: (number) => [sql`m.file_number = ${number} and m.file_number <> ''`],
  due_from: (day) => [sql`m.due_order >= ${day} and m.due_order < 'infinity'`],
  due_until: (day) => [sql`m.due_order <= ${day}`],
  tag: (tag) => [sql`m.id in (select t.matter_id from matter_tags t where t.tag = ${tag})`],
  is_open: (is_open) => [
    is_open ? sql`m.state in ('created', 'started', 'submitted')` : sql`m.state in ('completed', 'closed')`,
  ],
  updated: (updated) => [isUpdated(updated)],
  context: hasContext,
}
const filterNames = Object.keys(conditions) as (keyof MatterFilters)[]

/** A "where" clause on matters `m` from the filters and `more` conditions; empty if there are none. */
export function whereOf(filters: MatterFilters, ...more: Sql[]): Sql {
  const all = [...more, ...filterNames.flatMap((name) => conditionsOf(name, filters))]
  return all.length === 0 ? sql`` : sql`where ${joinSql(all, " and ")}`
}

function conditionsOf<Name extends keyof Given>(name: Name, filters: MatterFilters): readonly Sql[] {
  const value = filters[name] as Given[Name] | undefined
  return value === undefined ? [] : conditions[name](value, filters)
}

/** Whether the maintained counts cover these filters. They have none by the filters that are not named here. */
export function isCounted(filters: MatterFilters): boolean {
  const { search, with_file_numbers, after, ...query } = filters
  const { from, until, is_submitted, quest_approach, state, assignee_id, questionnaire_id, ...others } = query
  return areUnset(others) && (questionnaire_id === undefined || assignee_id === undefined)
}

export function areUnset(filters: Partial<MatterFilters>): boolean {
  return Object.values(filters).every((value) => value === undefined)
}

/** SQL: whether matter `m` comes after this position. */
function comesAfter({ open_date, id }: Position): Sql {
  // As text: under row-level security, PostgreSQL uses no index for a value it must first cast to record_id.
  return sql`(m.open_date, m.id::text) < (${open_date}::date, ${id}::text)`
}

function isNamed(search: string): Sql {
  return sql`m.search_name like ${`%${foldText(search).replace(/[\\%_]/g, "\\$&")}%`}`
}

function namedOrNumbered(search: string): Sql {
  return sql`(${isNamed(search)} or strpos(m.search_number, nullif(compact_file_number(${search}), '')) > 0)`
}
