import { joinSql, rawSql, type Sql, sql, type Tx, userName } from "../../../platform/db/sql.ts"
import { badField } from "../../../platform/errors.ts"
import { type Listing, max_walked, type Page } from "../../../platform/http/responses/paging.ts"
import type { MatterRow } from "../matter-row.ts"
import { farPage } from "./counts.ts"
import {
  type FollowUp,
  filtersOf,
  isCounted,
  type MatterFilters,
  type MatterState,
  type Position,
  whereOf,
} from "./filters.ts"
import type { MatterListItem, MatterQuery } from "./list-schema.ts"
import { countMatters, searchMatters } from "./matches.ts"
import { withUpdated } from "./mirror-filters.ts"
import { isNewestFirst, newestFirst, type Order, orderBy, orderOf } from "./order.ts"
import type { Queue } from "./queue.ts"

/** Resolves filters that need modules which depend on matters themselves. */
export type FiltersWith = (
  tx: Tx,
  query: {
    filters: MatterFilters
    follow_up?: FollowUp | undefined
    queue?: Queue | undefined
  },
) => Promise<MatterFilters>

/** The page that the API's query asks for. Throws "bad request" if it starts after an unknown matter. */
export async function listQueried(
  tx: Tx,
  query: MatterQuery,
  page: Page,
  { filtersWith }: { filtersWith: FiltersWith },
): Promise<Listing<MatterListItem>> {
  const { starting_after, follow_up, sort } = query
  const given = filtersOf(query)
  const own = given.updated ? await withUpdated(tx, given, given.updated) : given
  const filters = follow_up === undefined ? own : await filtersWith(tx, { filters: own, follow_up })
  if (starting_after === undefined) return listMatters(tx, filters, page, orderOf(sort))
  return listMatters(tx, { ...filters, after: await findPosition(tx, starting_after) }, page)
}

/** A page of the firm's matters. */
export function listMatters(
  tx: Tx,
  filters: MatterFilters,
  page: Page,
  order = newestFirst,
): Promise<Listing<MatterListItem>> {
  return listBy(tx, filters, page, itemColumns, order)
}

async function findPosition(tx: Tx, id: string): Promise<Position> {
  // Whoever reads page by page goes on, though the last matter of a page was deleted meanwhile.
  const place =
    (await tx.maybe<Position>(sql`select open_date, id from matters where id = ${id}`)) ??
    (await tx.maybe<Position>(sql`
      select open_date, matter_id as id from deletions where matter_id = ${id} limit 1`))
  if (place) return place
  const message = '"starting_after" must be the id of a matter of this firm.'
  throw badField("starting_after", "unknown_matter", message)
}

/** A matter in the console's list. */
export interface MatterOverview extends MatterListItem, Pick<MatterRow, FieldOfRow> {
  questionnaire_title: string
  state: MatterState
  contact_main_name: string
  contact_spouse_name: string | null
  assignee_name: string | null
  tags: string[]
}
type FieldOfRow =
  | (
      | "client_may_edit"
      | "is_restricted"
      | "reminders_off"
      | "assignee_id"
      | "file_number"
      | "due_on"
      | "stage_id"
      | "staged_at"
    )
  | ("started_at" | "submitted_at" | "completed_at" | "last_activity_at")

/** A page of matters with the columns of the console's list. */
export function listMatterOverviews(
  tx: Tx,
  filters: MatterFilters,
  page: Page,
  order = newestFirst,
): Promise<Listing<MatterOverview>> {
  return listBy(tx, filters, page, overviewColumns, order)
}

/** These matters. */
export function listOverviewsOf(tx: Tx, ids: readonly string[]): Promise<MatterOverview[]> {
  return tx.all(sql`
    select ${overviewColumns} from matters m join questionnaires q on q.id = m.questionnaire_id
     where m.id = any(${ids}::text[])`)
}

/** The next matters after `last`, newest first: for reading a list of any length in chunks. */
export function listMatterOverviewsAfter(
  tx: Tx,
  filters: MatterFilters,
  last: Position | undefined,
  limit: number,
): Promise<MatterOverview[]> {
  return tx.all(sql`
    select ${overviewColumns} from matters m join questionnaires q on q.id = m.questionnaire_id
     ${whereOf({ ...filters, after: last })} order by m.open_date desc, m.id desc limit ${limit}`)
}

/** The ids of the matters that the filters find, in order; at most `limit`. */
export async function listMatterIds(tx: Tx, filters: MatterFilters, limit: number): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select m.id from matters m ${whereOf(filters)} order by m.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

const itemColumns = sql`
    m.id, m.name, m.open_date, m.close_date, q.internal_type as quest_internal_type, q.approach as quest_approach`

/** What each field of the console's list is. */
const overviewFields: Record<Exclude<keyof MatterOverview, keyof MatterListItem>, Sql> = {
  questionnaire_title: sql`q.title`,
  state: sql`m.state`,
  client_may_edit: sql`m.client_may_edit`,
  is_restricted: sql`m.is_restricted`,
  reminders_off: sql`m.reminders_off`,
  contact_main_name: sql`(select c.full_name from contacts c where c.id = m.contact_main_id)`,
  contact_spouse_name: sql`(select c.full_name from contacts c where c.id = m.contact_spouse_id)`,
  assignee_id: sql`m.assignee_id`,
  assignee_name: sql`(select ${userName(sql`u`)} from users u where u.id = m.assignee_id)`,
  started_at: sql`m.started_at`,
  submitted_at: sql`m.submitted_at`,
  completed_at: sql`m.completed_at`,
  last_activity_at: sql`m.last_activity_at`,
  file_number: sql`m.file_number`,
  due_on: sql`m.due_on`,
  stage_id: sql`m.stage_id`,
  staged_at: sql`m.staged_at`,
  tags: sql`array(select t.tag::text from matter_tags t where t.matter_id = m.id order by t.tag)`,
}
const overviewColumns = joinSql([
  itemColumns,
  ...Object.entries(overviewFields).map(([name, value]) => sql`${value} as ${rawSql(name)}`),
])

async function listBy<Row>(
  tx: Tx,
  filters: MatterFilters,
  page: Page,
  columns: Sql,
  order: Order,
): Promise<Listing<Row>> {
  const rowsOf = (matters: Sql) =>
    tx.all<Row>(sql`
      select ${columns} from (${matters}) m join questionnaires q on q.id = m.questionnaire_id ${orderBy(order)}`)
  if (filters.search) {
    const { matches, ids } = await searchMatters(tx, filters, page, order)
    const found = sql`select m.* from matters m where m.id = any(${ids}::text[])`
    return { count: matches, rows: await rowsOf(found) }
  }
  const [count, rows] = await Promise.all([countMatters(tx, filters), rowsOf(pageOf(filters, page, order))])
  return { count, rows }
}

function pageOf(filters: MatterFilters, page: Page, order: Order): Sql {
  const { limit, offset } = page
  const isUsual = isNewestFirst(order)
  if (isUsual && offset > max_walked && isCounted(filters)) return farPage(filters, page)
  const { quest_approach, ...others } = filters
  if (quest_approach === undefined || !isUsual)
    return sql`select m.* from matters m ${whereOf(filters)} ${orderBy(order)} limit ${limit} offset ${offset}`
  // Merges the newest matters of each questionnaire, so that a rare approach needs no scan of all the others.
  return sql`
    select m.* from questionnaires of cross join lateral (
           select m.* from matters m ${whereOf(others, sql`m.questionnaire_id = of.id`)} ${orderBy(order)} limit ${offset + limit}) m
     where of.approach = ${quest_approach} ${orderBy(order)} limit ${limit} offset ${offset}`
}
