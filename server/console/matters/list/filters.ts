import { approaches } from "../../../definition/definition.ts"
import {
  type FollowUp,
  followUps,
  type MatterFilters,
  type MatterState,
  matterStates,
} from "../../../matters/filters.ts"
import { type Order, orderOf, sorts } from "../../../matters/order.ts"
import type { Fault } from "../../../platform/errors.ts"
import type { Page } from "../../../platform/http/paging.ts"
import type { PageRequest } from "../../page-request.ts"
import { todayOf } from "../../times.tsx"

/** The filters of the list as its address spells them: the interface's own names, then the console's. */
const apiFilterNames = ["search", "from", "until", "is_submitted", "quest_approach"] as const
const ownFilterNames = ["status", "assignee", "questionnaire_id", "tag", "due", "follow_up", "sort"] as const
const names = [...apiFilterNames, ...ownFilterNames]
type FilterName = (typeof names)[number]

/** When open matters are due: until so many days from today; those overdue, until yesterday. */
export const dueDays = { overdue: -1, week: 7, month: 30 } as const
export type Due = keyof typeof dueDays

export interface ListQuery {
  /** Only filters that are set, as typed. */
  typed: Partial<Record<FilterName, string>>
  filters: MatterFilters
  order: Order
  /** What the firm waits for, or has to look at: see queues/follow-up.ts. */
  follow_up: FollowUp | undefined
  page: Page
  faults: Fault[]
}

const usual_page_size = 50

/** Reads the address; what cannot be read is a fault and filters nothing. */
export function readListQuery(req: Pick<PageRequest, "query" | "staff" | "tx">): ListQuery {
  const { query, staff } = req
  const typed: ListQuery["typed"] = {}
  for (const name of names) {
    const text = query[name]?.trim()
    if (text) typed[name] = text
  }
  const faults: Fault[] = []
  const fault = (param: string, message: string): undefined => {
    faults.push({ param, code: "unknown_value", message })
  }
  const day = (name: "from" | "until") => {
    const text = typed[name]
    return text === undefined || isDay(text) ? text : fault(name, "Enter a day that exists, like 2026-03-02.")
  }
  const choice = <Value extends string>(name: FilterName, values: readonly Value[]): Value | undefined => {
    const text = typed[name]
    if (text === undefined) return undefined
    return values.find((value) => value === text) ?? fault(name, `Choose one of: ${values.join(", ")}.`)
  }
  const submitted = choice("is_submitted", ["true", "false", "1", "0"])
  const filters: MatterFilters = {
    search: typed.search,
    from: day("from"),
    until: day("until"),
    is_submitted: submitted === undefined ? undefined : submitted === "true" || submitted === "1",
    quest_approach: choice("quest_approach", approaches),
    state: choice<MatterState>("status", matterStates),
    assignee_id: assigneeOf(typed.assignee, staff),
    questionnaire_id: typed.questionnaire_id,
    tag: typed.tag,
  }
  const due = choice("due", Object.keys(dueDays) as Due[])
  if (due) {
    filters.is_open = true
    filters.due_until = dayFrom(todayOf(req), dueDays[due])
  }
  const sort = choice("sort", sorts)
  const follow_up = choice("follow_up", followUps)
  const page = wholeNumber(query.page, 1)
  const size = wholeNumber(query.page_size, usual_page_size)
  if (page === undefined) fault("search", "The page must be a whole number, 1 or more.")
  if (size === undefined) fault("search", "The page size must be a whole number, 1 to 200.")
  const limit = Math.min(size ?? usual_page_size, 200)
  return {
    typed,
    filters,
    order: orderOf(sort),
    follow_up,
    page: { page: page ?? 1, limit, offset: ((page ?? 1) - 1) * limit },
    faults,
  }
}

/** A member who reaches only assigned matters sees those, whatever the address says. */
function assigneeOf(text: string | undefined, staff: PageRequest["staff"]): string | null | undefined {
  if (staff.assigned_matters_only || text === "me") return staff.user_id
  return text === "none" ? null : text
}

function dayFrom(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Where a form goes back to: the list with its filters, and no other address. */
export function listBack(text = ""): string {
  return /^\/console\/matters(\?[\w%=&+.*-]*)?$/.test(text) ? text : "/console/matters"
}

/** What of the list's address is filters and order. */
export function queryText({ typed }: Pick<ListQuery, "typed">): string {
  return new URLSearchParams(typed).toString()
}

/** The list's address with these filters, on a page. */
export function listUrl({ typed, page: { limit } }: ListQuery, page: number): string {
  const parameters = new URLSearchParams(typed)
  if (page > 1) parameters.set("page", String(page))
  if (limit !== usual_page_size) parameters.set("page_size", String(limit))
  const text = parameters.toString()
  return text ? `/console/matters?${text}` : "/console/matters"
}

/** The same list, all of it, as a table. */
export function tableUrl(query: ListQuery, ending: "csv" | "xlsx"): string {
  const text = queryText(query)
  return `/console/matters.${ending}${text && `?${text}`}`
}

/** The request of the interface that gives the same matters. */
export function apiUrl(
  base_url: string,
  { typed, filters, follow_up, page: { page, limit } }: ListQuery,
): string {
  const parameters = new URLSearchParams()
  for (const name of apiFilterNames) if (typed[name]) parameters.set(name, typed[name])
  const { state, assignee_id, questionnaire_id, tag, due_until, is_open } = filters
  const more = {
    status: state,
    assignee: assignee_id === null ? "none" : assignee_id,
    questionnaire_id,
    tag,
    due_until,
    is_open: is_open && "true",
    follow_up,
    sort: typed.sort,
  }
  for (const [name, value] of Object.entries(more)) if (value) parameters.set(name, value)
  if (page > 1) parameters.set("page", String(page))
  parameters.set("page_size", String(limit))
  return `${base_url}/v1/matters?${parameters}`
}

export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text) &&
    text > "0001"
  )
}

function wholeNumber(text: string | undefined, usual: number): number | undefined {
  if (text === undefined || text === "") return usual
  return /^\d{1,9}$/.test(text) && Number(text) >= 1 ? Number(text) : undefined
}
