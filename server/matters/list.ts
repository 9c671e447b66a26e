import type { Approach } from "../definition/definition.ts"
import type { Tx } from "../platform/db/database.ts"
import { joinSql, type Sql, sql } from "../platform/db/sql.ts"
import type { Listing, Page } from "../platform/http/paging.ts"
import type { MatterListItem } from "./schema.ts"
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
export type MatterState = (typeof matterStates)[number]

/** Where a matter `m` is in its life, for lists that show one word. */
export const stateOfMatter: Sql = sql`
  case when m.close_date is not null then 'closed' when m.completed_at is not null then 'completed'
       when m.is_submitted then 'submitted' when m.started_at is not null then 'started' else 'created' end`

/** A page of the firm's matters, newest first. */
export function listMatters(tx: Tx, filters: MatterFilters, page: Page): Promise<Listing<MatterListItem>> {
  return listBy(tx, filters, page, itemColumns)
}

/** A matter in the console's list. */
export interface MatterOverview extends MatterListItem {
  questionnaire_title: string
  state: MatterState
  client_may_edit: boolean
  contact_main_name: string
  contact_spouse_name: string | null
  assignee_id: string | null
  assignee_name: string | null
  started_at: Date | null
  submitted_at: Date | null
  completed_at: Date | null
  last_activity_at: Date
}

/** The same page, with what staff want to see at a glance. */
export function listMatterOverviews(
  tx: Tx,
  filters: MatterFilters,
  page: Page,
): Promise<Listing<MatterOverview>> {
  return listBy(tx, filters, page, overviewColumns)
}

/** The next matters behind `last`, newest first: for reading a list of any length piece by piece. */
export function listMatterOverviewsAfter(
  tx: Tx,
  filters: MatterFilters,
  last: Pick<MatterOverview, "open_date" | "id"> | undefined,
  limit: number,
): Promise<MatterOverview[]> {
  const behind = last ? [sql`(m.open_date, m.id) < (${last.open_date}::date, ${last.id}::record_id)`] : []
  return tx.all(sql`
    select ${overviewColumns} from matters m join questionnaires q on q.id = m.questionnaire_id
     ${where(filters, ...behind)} order by m.open_date desc, m.id desc limit ${limit}`)
}

const itemColumns = sql`
    m.id, m.name, m.open_date, m.close_date, q.internal_type as quest_internal_type, q.approach as quest_approach`

const overviewColumns = sql`
    ${itemColumns},
    q.title as questionnaire_title, ${stateOfMatter} as state, m.client_may_edit,
    (select c.full_name from contacts c where c.id = m.contact_main_id) as contact_main_name,
    (select c.full_name from contacts c where c.id = m.contact_spouse_id) as contact_spouse_name,
    m.assignee_id, (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = m.assignee_id) as assignee_name,
    m.started_at, m.submitted_at, m.completed_at, m.last_activity_at`

async function listBy<Row>(tx: Tx, filters: MatterFilters, page: Page, columns: Sql): Promise<Listing<Row>> {
  const isFar = page.offset > max_walked
  const [count, rows] = await Promise.all([
    countMatters(tx, filters),
    tx.all<Row>(sql`
      select ${columns}
        from (${isFar && isByDayOnly(filters) ? pageByDay(filters, page) : pageByWalking(filters, page)}) m
        join questionnaires q on q.id = m.questionnaire_id
       order by m.open_date desc, m.id desc`),
  ])
  return { count, rows }
}

/** How many matters the filters find. */
export async function countMatters(tx: Tx, filters: MatterFilters): Promise<number> {
  const statement = isByDayOnly(filters)
    ? countByDay(filters)
    : sql`select count(*) from matters m ${where(filters)}`
  const { count } = await tx.one<{ count: number }>(statement)
  return count
}

/** The same by questionnaire; one without any is left out. */
export async function countByQuestionnaire(tx: Tx, filters: MatterFilters): Promise<Map<string, number>> {
  const rows = await tx.all<{ questionnaire_id: string; matters: number }>(sql`
    select m.questionnaire_id, count(*) as matters from matters m ${where(filters)} group by 1`)
  return new Map(rows.map(({ questionnaire_id, matters }) => [questionnaire_id, matters]))
}

function isByDayOnly({ from, until, ...others }: MatterFilters): boolean {
  return Object.values(others).every((filter) => filter === undefined)
}

/** Up to here it is quicker to walk through the index than to add up days. */
const max_walked = 2_000

function pageByWalking(filters: MatterFilters, { limit, offset }: Page): Sql {
  return sql`select m.* from matters m ${where(filters)}
              order by m.open_date desc, m.id desc limit ${limit} offset ${offset}`
}

// Days are added up as integers: PostgreSQL adds bigints as numerics, three times slower.
function countByDay({ from, until }: MatterFilters): Sql {
  if (from === undefined && until === undefined)
    return sql`select coalesce(sum(matters), 0)::integer as count from matter_totals`
  return sql`select coalesce(sum(matters::integer), 0) as count from matter_days m ${where({ from, until })}`
}

/** Finds the day on which the page begins from the counts, so that a far page costs little more than a near one. */
function pageByDay({ from, until }: MatterFilters, { limit, offset }: Page): Sql {
  return sql`
    with first_day as (
      select open_date, before
        from (select open_date, sum(matters::integer) over (order by open_date desc) - matters as before
                from matter_days m ${where({ from, until })}) days
       where before <= ${offset} order by before desc, open_date limit 1)
    select m.* from matters m ${where({ from }, sql`m.open_date <= (select open_date from first_day)`)}
     order by m.open_date desc, m.id desc
     limit ${limit} offset (select ${offset} - before from first_day)`
}

function where(filters: MatterFilters, ...more: Sql[]): Sql {
  const { search, from, until, is_submitted, quest_approach, state, assignee_id, ids } = filters
  const conditions = [...more]
  if (search) conditions.push(sql`m.search_name like ${`%${foldName(search).replace(/[\\%_]/g, "\\$&")}%`}`)
  if (from !== undefined) conditions.push(sql`m.open_date >= ${from}`)
  if (until !== undefined) conditions.push(sql`m.open_date <= ${until}`)
  if (is_submitted !== undefined) conditions.push(sql`m.is_submitted = ${is_submitted}`)
  if (state !== undefined) conditions.push(sql`${stateOfMatter} = ${state}`)
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
