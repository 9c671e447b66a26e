import { type MatterFilters, type MatterState, matterStates } from "../../../matters/filters.ts"
import { approaches } from "../../../matters/schema.ts"
import type { Fault } from "../../../platform/errors.ts"
import type { Page } from "../../../platform/http/paging.ts"
import type { PageRequest } from "../../page-request.ts"
import { type FollowUp, followUps } from "./follow-up.ts"

/** The filters of the list as its address spells them: the interface's own names, then the console's. */
export const apiFilterNames = ["search", "from", "until", "is_submitted", "quest_approach"] as const
export const ownFilterNames = ["status", "assignee", "follow_up"] as const
const names = [...apiFilterNames, ...ownFilterNames]
type FilterName = (typeof names)[number]

export interface ListQuery {
  /** Only filters that are set, as typed. */
  typed: Partial<Record<FilterName, string>>
  filters: MatterFilters
  /** What the firm waits for, or has to look at: see follow-up.ts. */
  follow_up: FollowUp | undefined
  page: Page
  faults: Fault[]
}

const usual_page_size = 50

/** Reads the address; what cannot be read is a fault and filters nothing. */
export function readListQuery({ query, staff }: Pick<PageRequest, "query" | "staff">): ListQuery {
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
  }
  const follow_up = choice("follow_up", followUps)
  const page = wholeNumber(query.page, 1)
  const size = wholeNumber(query.page_size, usual_page_size)
  if (page === undefined) fault("search", "The page must be a whole number, 1 or more.")
  if (size === undefined) fault("search", "The page size must be a whole number, 1 to 200.")
  const limit = Math.min(size ?? usual_page_size, 200)
  return {
    typed,
    filters,
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

/** The list's address with these filters, on a page. */
export function listUrl({ typed, page: { limit } }: ListQuery, page: number): string {
  const parameters = new URLSearchParams(typed)
  if (page > 1) parameters.set("page", String(page))
  if (limit !== usual_page_size) parameters.set("page_size", String(limit))
  const text = parameters.toString()
  return text ? `/console/matters?${text}` : "/console/matters"
}

/** The same list, all of it, as a table. */
export function tableUrl({ typed }: ListQuery): string {
  const text = new URLSearchParams(typed).toString()
  return text ? `/console/matters.csv?${text}` : "/console/matters.csv"
}

/** The request of the interface that gives the same matters. */
export function apiUrl(base_url: string, { typed, page: { page, limit } }: ListQuery): string {
  const parameters = new URLSearchParams()
  for (const name of apiFilterNames) if (typed[name]) parameters.set(name, typed[name])
  if (page > 1) parameters.set("page", String(page))
  parameters.set("page_size", String(limit))
  return `${base_url}/v1/matters?${parameters}`
}

function isDay(text: string): boolean {
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
