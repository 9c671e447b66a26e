// The query of GET /v1/matters, as filters and order of the list.
import type { Tx } from "../../../platform/db/database.ts"
import type { Fault } from "../../../platform/errors.ts"
import type { Listing, Page } from "../../../platform/http/responses/paging.ts"
import { type FollowUp, isCounted, type MatterFilters } from "./filters.ts"
import { listMatters, listMattersAfter } from "./list.ts"
import type { MatterListItem, MatterQuery } from "./list-schema.ts"
import { orderOf } from "./order.ts"

/** What the matter list needs from modules that depend on matters themselves. */
export interface MatterListParts {
  filtersWith: (
    tx: Tx,
    query: { filters: MatterFilters; follow_up: FollowUp | undefined },
  ) => Promise<MatterFilters>
}

/** A page of the matters that the query asks for. Throws "bad request" if it starts after an unknown matter. */
export async function listMattersOf(
  tx: Tx,
  query: MatterQuery,
  page: Page,
  filtersWith: MatterListParts["filtersWith"],
): Promise<Listing<MatterListItem>> {
  const { starting_after, follow_up, sort } = query
  const filters =
    follow_up === undefined
      ? filtersOf(query)
      : await filtersWith(tx, { filters: filtersOf(query), follow_up })
  return starting_after === undefined
    ? listMatters(tx, filters, page, orderOf(sort))
    : listMattersAfter(tx, filters, page, starting_after)
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
export function faultsOf({ starting_after, sort }: MatterQuery): Fault[] {
  if (starting_after === undefined || sort === undefined) return []
  const message = '"starting_after" works only in the default order. Leave out "sort".'
  return [{ param: "starting_after", code: "sorted_otherwise", message }]
}

function flagOf(text: MatterQuery["is_open"]): boolean | undefined {
  return text === undefined ? undefined : text === "true" || text === "1"
}

function filtersOf({ is_submitted, is_open, status, assignee, ...query }: MatterQuery): MatterFilters {
  const { search, from, until, quest_approach, questionnaire_id, file_number, due_from, due_until, tag } =
    query
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
    questionnaire_id,
    file_number,
    due_from,
    due_until,
    tag,
  }
}
