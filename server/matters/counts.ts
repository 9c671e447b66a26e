// How many matters a list holds, and where in it a page begins, from matter_counts: neither takes longer in a firm with a
// million matters, or with all of them on one day (docs/decisions/0041-cost-that-does-not-grow.md).
import type { Tx } from "../platform/db/database.ts"
import { joinSql, type Sql, sql } from "../platform/db/sql.ts"
import type { Page } from "../platform/http/paging.ts"
import { isCounted, type MatterFilters, whereOf } from "./filters.ts"

/** How many matters these filters find, `search` aside: a statement with one row, `count`. */
export function countOf(filters: MatterFilters): Sql {
  const { from, until, ids } = filters
  if (ids !== undefined || !isCounted(filters)) return sql`select count(*) from matters m ${whereOf(filters)}`
  if (from === undefined && until === undefined)
    return sql`
      select coalesce(sum(matters), 0)::integer as count
        from (select matters from matter_counts ${kind(filters)}
              union all select matters from matter_count_changes ${kind(filters)}) counted`
  return sql`select ${openedFrom(filters, from)} - ${until === undefined ? sql`0` : openedFrom(filters, dayAfter(until))} as count`
}

/** The matters of a far page of a list, newest first: `m`, to be joined. Walks one stretch at most to get there. */
export function farPage(filters: MatterFilters, { limit, offset }: Page): Sql {
  const hidden = filters.until === undefined ? sql`0` : openedFrom(filters, dayAfter(filters.until))
  return sql`
    with hidden as materialized (select ${hidden} as matters),
    stretches as (
      select open_date, id, bool_or(begins) as begins, sum(matters)::integer as matters from (
        select open_date, id, true as begins, case when ${isKind(filters)} then matters else 0 end as matters
          from matter_counts where list = ${listOf(filters)}
        union all select '-infinity', '', true, 0
        union all select open_date, id, false, matters from matter_count_changes ${kind(filters)}) c
       group by 1, 2),
    passed as (
      select open_date, id, begins, sum(matters) over (order by open_date desc, id desc)::integer as through from stretches),
    -- Of each stretch where the one above it begins, and how many matters there are from there on.
    begun as (
      select through, lag(through, 1, 0) over newest as before,
             lag(open_date, 1, 'infinity') over newest as open_date, lag(id, 1, '') over newest as id
        from passed where begins window newest as (order by open_date desc, id desc)),
    start as materialized (
      select b.open_date, b.id, ${offset}::bigint - greatest(b.before - h.matters, 0) as skipped
        from begun b cross join hidden h where b.through > ${offset}::bigint + h.matters
       order by b.open_date desc, b.id desc limit 1)
    select m.* from matters m
     ${whereOf(filters, sql`(m.open_date, m.id::text) < ((select open_date from start), (select id from start))`)}
     order by m.open_date desc, m.id desc
     limit ${limit} offset (select skipped from start)`
}

/** How many matters there are of each questionnaire; one without any is left out. */
export async function countByQuestionnaire(
  tx: Tx,
  filters: Pick<MatterFilters, "assignee_id">,
): Promise<Map<string, number>> {
  const rows = await tx.all<{ questionnaire_id: string; matters: number }>(
    filters.assignee_id === undefined
      ? sql`
        select q.id as questionnaire_id, sum(c.matters)::integer as matters
          from questionnaires q cross join lateral (
               select matters from matter_counts where list = q.id
               union all select matters from matter_count_changes where list = q.id) c
         group by 1 having sum(c.matters) > 0`
      : sql`select m.questionnaire_id, count(*) as matters from matters m ${whereOf(filters)} group by 1`,
  )
  return new Map(rows.map(({ questionnaire_id, matters }) => [questionnaire_id, matters]))
}

/** The list in which the matters are that the filters look through. */
function listOf({ assignee_id, questionnaire_id }: MatterFilters): string {
  if (questionnaire_id !== undefined) return questionnaire_id
  return assignee_id === undefined ? "" : (assignee_id ?? "nobody")
}

/** Whether a row of counts is of the kind the filters find, wherever in the list. */
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

/**
 * How many were opened on this day or later, without regard to `from` and `until`; without a day, all. What lies
 * between the day and the next beginning of a stretch is counted one by one.
 */
function openedFrom(filters: MatterFilters, day: Sql | string | undefined): Sql {
  if (day === undefined) return sql`(${countOf({ ...filters, from: undefined, until: undefined })})`
  const open = { ...filters, from: undefined, until: undefined }
  return sql`(
    with next as materialized (
      select open_date, id from (
        (select open_date, id from matter_counts
          where list = ${listOf(filters)} and open_date >= ${day}::date order by open_date, id limit 1)
        union all select 'infinity', '') n order by open_date limit 1)
    select coalesce(sum(matters), 0)::integer from (
      select matters from matter_counts ${kind(filters)} and open_date >= (select open_date from next)
         and (open_date, id) >= ((select open_date from next), (select id from next))
      union all
      select matters from matter_count_changes ${kind(filters)} and open_date >= (select open_date from next)
         and (open_date, id) >= ((select open_date from next), (select id from next))
      union all
      select count(*) from matters m ${whereOf(
        open,
        sql`m.open_date between ${day}::date and (select open_date from next)`,
        sql`(m.open_date, m.id::text) < ((select open_date from next), (select id from next))`,
      )}) counted)`
}

function dayAfter(day: string): Sql {
  return sql`(${day}::date + 1)`
}
