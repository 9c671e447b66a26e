import { approaches } from "../../../../definition/definition.ts"
import { dayFrom } from "../../../../definition/values/dates.ts"
import type { Fault } from "../../../../platform/errors.ts"
import type { Page } from "../../../../platform/http/responses/paging.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { readTyped } from "../../../../web/console/picked-filters.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import { type Due, type FilterName, filterNames, type TypedFilters } from "../../list/filter-words.ts"
import { type MatterFilters, type MatterState, matterStates } from "../../list/filters.ts"
import { type Grouping, groupings, groupOf } from "../../list/groups.ts"
import { type Order, orderOf, sorts } from "../../list/order.ts"
import { type Queue, queues } from "../../list/queue.ts"
import { stagesOf } from "../../stages/stages.ts"

/** Days from today by which an open matter is due; overdue ones were due by yesterday. */
const dueDays: Record<Due, number> = { overdue: -1, week: 7, month: 30 }

export interface ListQuery {
  typed: TypedFilters
  filters: MatterFilters
  /** Its group is that of `grouping`. */
  order: Order
  grouping: Grouping | undefined
  /** Why the matters wait; see follow-up/queues/follow-up.ts. */
  queue: Queue | undefined
  page: Page
  faults: Fault[]
}

const default_page_size = 50

/** Parses the query string. A value that does not parse becomes a fault and filters nothing. */
export function readListQuery(req: Pick<PageRequest, "query" | "staff" | "tx">): ListQuery {
  const { query, staff } = req
  const { typed, faults, fault, day } = readTyped(req, filterNames)
  const choice = <Value extends string>(name: FilterName, values: readonly Value[]): Value | undefined => {
    const text = typed[name]
    if (text === undefined) return undefined
    return values.find((value) => value === text) ?? fault(name, `Choose one of: ${values.join(", ")}.`)
  }
  const flag = (name: FilterName) => {
    const text = choice(name, ["true", "false", "1", "0"])
    return text === undefined ? undefined : text === "true" || text === "1"
  }
  const filters: MatterFilters = {
    search: typed.search,
    with_file_numbers: true,
    from: day("from"),
    until: day("until"),
    is_submitted: flag("is_submitted"),
    is_open: flag("is_open"),
    quest_approach: choice("quest_approach", approaches),
    state: choice<MatterState>("status", matterStates),
    assignee_id: assigneeOf(typed.assignee, staff),
    stage_id: typed.stage === "none" ? null : typed.stage,
    questionnaire_id: typed.questionnaire_id,
    tag: typed.tag,
  }
  const due = choice("due", Object.keys(dueDays) as Due[])
  if (due) {
    filters.is_open = true
    filters.due_until = dayFrom(todayOf(req), dueDays[due])
  }
  // Work that is done leaves the board, unless the filters ask for it.
  if (typed.layout === "board" && filters.state === undefined) filters.is_open ??= true
  const sort = choice("sort", sorts)
  const queue = choice("queue", queues)
  const grouping = typed.layout === "board" ? undefined : choice("group", groupings)
  const page = parsePositiveInteger(query.page, 1)
  const size = parsePositiveInteger(query.page_size, default_page_size)
  if (page === undefined) fault("search", "The page must be a whole number, 1 or more.")
  if (size === undefined) fault("search", "The page size must be a whole number, 1 to 200.")
  const limit = Math.min(size ?? default_page_size, 200)
  return {
    typed,
    filters,
    order: { ...orderOf(sort), group: grouping && groupOf(grouping, stagesOf(staff.firm.settings)) },
    grouping,
    queue,
    page: { page: page ?? 1, limit, offset: ((page ?? 1) - 1) * limit },
    faults,
  }
}

/** A member limited to assigned matters sees only those, whatever the query says. */
function assigneeOf(text: string | undefined, staff: PageRequest["staff"]): string | null | undefined {
  if (staff.assigned_matters_only || text === "me") return staff.user_id
  return text === "none" ? null : text
}

/** The list URL that a form names to return to; any other address becomes the unfiltered list. */
export function safeListUrl(text = ""): string {
  return /^\/console\/matters(\?[\w%=&+.*-]*)?$/.test(text) ? text : "/console/matters"
}

/** The query string of the filters and the order, without the page. */
export function filterQuery({ typed }: Pick<ListQuery, "typed">): string {
  return new URLSearchParams(typed).toString()
}

export function listUrl({ typed, page: { limit } }: ListQuery, page: number): string {
  const parameters = new URLSearchParams(typed)
  if (page > 1) parameters.set("page", String(page))
  if (limit !== default_page_size) parameters.set("page_size", String(limit))
  const text = parameters.toString()
  return text ? `/console/matters?${text}` : "/console/matters"
}

export function downloadUrlOf(query: ListQuery, extension: "csv" | "xlsx"): string {
  const text = filterQuery(query)
  return `/console/matters.${extension}${text && `?${text}`}`
}

function parsePositiveInteger(text: string | undefined, fallback: number): number | undefined {
  if (text === undefined || text === "") return fallback
  return /^\d{1,9}$/.test(text) && Number(text) >= 1 ? Number(text) : undefined
}
