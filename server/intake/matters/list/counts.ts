// Counts a list's matters and finds where a page starts, from matter_counts. The cost does not grow with the number of
// matters, even if all were opened on one day (docs/decisions/0041-lists-counts-and-search.md).
import { joinSql, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import type { Page } from "../../../platform/http/responses/paging.ts"
import { isCounted, type MatterFilters, type MatterState, whereOf } from "./filters.ts"

/** A statement that counts the matters matching the filters, except `search`, as one row with `count`. */
export function countOf(filters: MatterFilters): Sql {
  const { from, until, after } = filters
  if (!isCounted(filters)) return sql`select count(*) from matters m ${whereOf(filters)}`
  if (from === undefined && until === undefined && after === undefined)
    return sql`select coalesce(sum(matters), 0)::integer as count from (${counted(filters)}) counted`
  const all =
    from === undefined ? sql`(${countOf({ ...filters, ...open })})` : openedFrom(filters, dayOf(from))
  return sql`select greatest(${all} - ${hiddenBy(filters)}, 0) as count`
}

/** SQL for the matters `m` of a far page, newest first, to be joined. Walks at most one stretch to get there. */
export function farPage(filters: MatterFilters, page: Page): Sql {
  // No index has these filters in list order, so PostgreSQL reads the rows it skips anyway.
  if (filters.assignee_id === null || filters.quest_approach !== undefined)
    return pick(sql`m.*`, filters, page)
  return sql`
    select m.* from (${pick(sql`m.id`, filters, page)}) found
     cross join lateral (select m.* from matters m where m.id = found.id offset 0) m`
}

/** The number of matters of each questionnaire that has any. */
export async function countByQuestionnaire(
  tx: Tx,
  filters: Pick<MatterFilters, "assignee_id">,
): Promise<Map<string, number>> {
  const rows = await tx.all<{ questionnaire_id: string; matters: number }>(
    filters.assignee_id === undefined
      ? sql`
        with uncounted as materialized (select list, state, matters from matters_not_yet_counted)
        select q.id as questionnaire_id, sum(c.matters)::integer as matters
          from questionnaires q cross join lateral (${ofList(sql`q.id`)}) c
         group by 1 having sum(c.matters) > 0`
      : sql`select m.questionnaire_id, count(*) as matters from matters m ${whereOf(filters)} group by 1`,
  )
  return new Map(rows.map(({ questionnaire_id, matters }) => [questionnaire_id, matters]))
}

/** The number of open matters by state for each assignee, or for one; '' is the key of unassigned matters. */
export async function countOpenByAssignee(
  tx: Tx,
  user_id?: string,
): Promise<Map<string, Partial<Record<MatterState, number>>>> {
  const rows = await tx.all<{ assignee_id: string; counts: Partial<Record<MatterState, number>> }>(sql`
    with uncounted as materialized (select list, state, matters from matters_not_yet_counted)
    select assignee_id, json_object_agg(state, matters) as counts from (
      select a.id as assignee_id, c.state, sum(c.matters)::integer as matters
        from (select u.id from users u where u.is_firm_staff union all select '') a
       cross join lateral (${ofList(sql`coalesce(nullif(a.id, ''), 'none')`)}) c
       where c.state in ('created', 'started', 'submitted') and a.id = coalesce(${user_id ?? null}, a.id)
       group by 1, 2) c group by 1`)
  return new Map(rows.map(({ assignee_id, counts }) => [assignee_id, counts]))
}

/** The counts of a list. `uncounted` are all pending changes of the firm's counts, read once for all lists rather than for each. */
function ofList(list: Sql): Sql {
  return sql`
    select state, matters from matter_counts where list = ${list}
    union all select state, matters from uncounted where list = ${list}`
}

/** The counted list that the filters apply to. */
function listOf({ assignee_id, questionnaire_id }: MatterFilters): string {
  if (questionnaire_id !== undefined) return questionnaire_id
  return assignee_id === undefined ? "" : (assignee_id ?? "none")
}

/** SQL: whether a row of counts is of the filters' kind, at any position. */
function isKind({ is_submitted, quest_approach, state }: MatterFilters): Sql {
  const conditions = [sql`true`]
  if (is_submitted !== undefined) conditions.push(sql`is_submitted = ${is_submitted}`)
  if (quest_approach !== undefined) conditions.push(sql`approach = ${quest_approach}`)
  if (state !== undefined) conditions.push(sql`state = ${state}`)
  return joinSql(conditions, " and ")
}

function kind(filters: MatterFilters): Sql {
  return sql`where list = ${listOf(filters)} and ${isKind(filters)}`
}

/** The counts of the filters' kind, including changes not yet added up, with `more` conditions on their position. */
function counted(filters: MatterFilters, more: Sql = sql``): Sql {
  return sql`
    select matters from matter_counts ${kind(filters)} ${more}
    union all select matters from matters_not_yet_counted ${kind(filters)} ${more}`
}

/** The filters without the bounds of the list. */
const open = { from: undefined, until: undefined, after: undefined }

/** A position in the list, as SQL. */
interface PositionSql {
  open_date: Sql
  id: string
}

/** The position before every matter opened that day, counted from the oldest. */
function dayOf(day: string): PositionSql {
  return { open_date: sql`${day}::date`, id: "" }
}

/** How many of the newest matters `until` or `after` excludes, whichever excludes more. */
function hiddenBy(filters: MatterFilters): Sql {
  const { until, after } = filters
  if (after !== undefined && (until === undefined || after.open_date <= until))
    return openedFrom(filters, { ...after, open_date: sql`${after.open_date}::date` })
  return until === undefined ? sql`0` : openedFrom(filters, { open_date: sql`(${until}::date + 1)`, id: "" })
}

/**
 * Counts the matters at this position or above, ignoring the list's bounds. Those between the position and the start of
 * the next stretch are counted one by one.
 */
function openedFrom(filters: MatterFilters, { open_date, id }: PositionSql): Sql {
  const inWholeStretches = sql`
    and open_date >= (select open_date from next) and (open_date, id) >= ((select open_date from next), (select id from next))`
  return sql`(
    with next as materialized (
      select open_date, id from (
        (select open_date, id from matter_counts
          where list = ${listOf(filters)} and open_date >= ${open_date} and (open_date, id) >= (${open_date}, ${id}::text)
          order by open_date, id limit 1)
        union all select 'infinity', '') n order by open_date, id limit 1)
    select coalesce(sum(matters), 0)::integer from (
      ${counted(filters, inWholeStretches)}
      union all
      select count(*) from matters m ${whereOf(
        { ...filters, ...open },
        sql`m.open_date between ${open_date} and (select open_date from next)`,
        sql`(m.open_date, m.id::text) >= (${open_date}, ${id}::text)`,
        sql`(m.open_date, m.id::text) < ((select open_date from next), (select id from next))`,
      )}) counted)`
}

function pick(columns: Sql, filters: MatterFilters, { limit, offset }: Page): Sql {
  return sql`
    with hidden as materialized (select ${hiddenBy(filters)} as matters),
    -- Where a stretch begins, and how many matters there are from there on: rows at one position are peers.
    passed as (
      select open_date, id, begins, sum(matters) over (order by open_date desc, id desc)::integer as through from (
        select open_date, id, true as begins, case when ${isKind(filters)} then matters else 0 end as matters
          from matter_counts where list = ${listOf(filters)}
        union all select open_date, id, false, matters from matters_not_yet_counted ${kind(filters)}
        union all select 'infinity', '', true, 0) c),
    start as materialized (
      select p.open_date, p.id, ${offset}::bigint - greatest(p.through - h.matters, 0) as skipped
        from passed p cross join hidden h where p.begins and p.through <= ${offset}::bigint + h.matters
       order by p.open_date, p.id limit 1)
    select ${columns} from matters m
     ${whereOf(filters, sql`(m.open_date, m.id::text) < ((select open_date from start), (select id from start))`)}
     order by m.open_date desc, m.id desc
     limit ${limit} offset (select skipped from start)`
}
