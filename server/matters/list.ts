import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import type { Listing, Page } from "../platform/http/paging.ts"
import { countOf, farPage } from "./counts.ts"
import { type MatterFilters, type MatterState, patternOf, whereOf } from "./filters.ts"
import type { MatterListItem } from "./schema.ts"

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
  // As text: a value that has yet to be made a record_id might fail, and row security keeps such from an index.
  const earlier = last ? [sql`(m.open_date, m.id::text) < (${last.open_date}::date, ${last.id}::text)`] : []
  return tx.all(sql`
    select ${overviewColumns} from matters m join questionnaires q on q.id = m.questionnaire_id
     ${whereOf(filters, ...earlier)} order by m.open_date desc, m.id desc limit ${limit}`)
}

const itemColumns = sql`
    m.id, m.name, m.open_date, m.close_date, q.internal_type as quest_internal_type, q.approach as quest_approach`

const overviewColumns = sql`
    ${itemColumns},
    q.title as questionnaire_title, m.state, m.client_may_edit,
    (select c.full_name from contacts c where c.id = m.contact_main_id) as contact_main_name,
    (select c.full_name from contacts c where c.id = m.contact_spouse_id) as contact_spouse_name,
    m.assignee_id, (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = m.assignee_id) as assignee_name,
    m.started_at, m.submitted_at, m.completed_at, m.last_activity_at`

/** How many matters the filters find. */
export async function countMatters(tx: Tx, filters: MatterFilters): Promise<number> {
  if (filters.search) return (await searchMatters(tx, filters, { limit: 0, offset: 0 })).matches
  const { count } = await tx.one<{ count: number }>(countOf(filters))
  return count
}

async function listBy<Row>(tx: Tx, filters: MatterFilters, page: Page, columns: Sql): Promise<Listing<Row>> {
  if (filters.search) {
    const { matches, ids } = await searchMatters(tx, filters, page)
    return {
      count: matches,
      rows: await tx.all<Row>(rowsOf(sql`select * from matters where id = any(${ids}::text[])`, columns)),
    }
  }
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(countOf(filters)),
    tx.all<Row>(rowsOf(pageOf(filters, page), columns)),
  ])
  return { count, rows }
}

function rowsOf(matters: Sql, columns: Sql): Sql {
  return sql`
    select ${columns} from (${matters}) m join questionnaires q on q.id = m.questionnaire_id
     order by m.open_date desc, m.id desc`
}

/** Up to here it is quicker to walk through an index than to add up stretches. */
const max_walked = 2_000

function pageOf(filters: MatterFilters, page: Page): Sql {
  const { limit, offset } = page
  if (offset > max_walked && filters.ids === undefined) return farPage(filters, page)
  const { quest_approach, ...others } = filters
  const newestFirst = sql`order by m.open_date desc, m.id desc`
  if (quest_approach === undefined)
    return sql`select m.* from matters m ${whereOf(filters)} ${newestFirst} limit ${limit} offset ${offset}`
  // Each questionnaire's own newest, of which then the newest: a rare approach is found without looking through the rest.
  return sql`
    select m.* from questionnaires of cross join lateral (
           select m.* from matters m ${whereOf(others, sql`m.questionnaire_id = of.id`)} ${newestFirst} limit ${offset + limit}) m
     where of.approach = ${quest_approach} ${newestFirst} limit ${limit} offset ${offset}`
}

/** How many names contain what is searched for, exactly, and the matters of one page. */
function searchMatters(
  tx: Tx,
  filters: MatterFilters,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<{ matches: number; ids: string[] }> {
  const { search = "", from, until, is_submitted, quest_approach, state, assignee_id, ids } = filters
  return tx.one(sql`
    select matches, ids from search_matters(
      ${patternOf(search)}, ${limit}, ${offset}, ${from ?? null}, ${until ?? null}, ${is_submitted ?? null},
      ${quest_approach ?? null}, ${state ?? null}, ${assignee_id === null ? "nobody" : (assignee_id ?? null)},
      ${ids ?? null})`)
}
