import type { PageRequest } from "../../../../web/console/page-request.ts"
import { listMatters } from "../../list/list.ts"
import { findNeighbors, type Neighbors } from "../../list/order.ts"
import { readListQuery } from "./filters.ts"

/** Search results beyond this many have no previous and next links. */
const max_found = 200

/** The previous and next matter in the list that was opened last; undefined if the list lacks this matter. */
export async function readNeighbors(req: PageRequest, matter_id: string): Promise<Neighbors | undefined> {
  if (req.list === undefined) return undefined
  const query = readListQuery({ ...req, query: Object.fromEntries(new URLSearchParams(req.list)) })
  if (query.faults.length > 0) return undefined
  const filters = await req.parts.filtersWith(req.tx, query)
  if (!filters.search) return findNeighbors(req.tx, filters, query.order, matter_id)
  const { rows } = await listMatters(req.tx, filters, { page: 1, limit: max_found, offset: 0 })
  return findNeighbors(req.tx, { ids: rows.map(({ id }) => id) }, query.order, matter_id)
}

export function NeighborLinks({ neighbors }: { neighbors: Neighbors | undefined }) {
  if (!neighbors?.previous && !neighbors?.next) return null
  const { previous, next } = neighbors
  return (
    <nav class="neighbors no-print" aria-label="Neighbors in the list">
      {previous && <a href={`/console/matters/${previous}`}>Previous matter</a>}
      {next && <a href={`/console/matters/${next}`}>Next matter</a>}
    </nav>
  )
}
