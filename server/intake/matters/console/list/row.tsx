import type { PageRequest } from "../../../../web/console/page-request.ts"
import { DataRow } from "../../../../web/ui/components/data-table.tsx"
import { findUnseen } from "../../../submissions/review/seen-changes.ts"
import { listMatterOverviews, type MatterOverview } from "../../list/list.ts"
import type { ListedMatter } from "./columns.tsx"
import { no_facts, readListFacts } from "./facts.ts"
import { readListLayout } from "./layout.tsx"
import { rowOf } from "./table.tsx"

/** A matter's row as the list shows it now. */
export async function ListRow(req: PageRequest, id: string) {
  const { rows } = await listMatterOverviews(req.tx, { ids: [id] }, { page: 1, limit: 1, offset: 0 })
  const [matters, layout] = await Promise.all([withFacts(req, rows), readListLayout(req.tx)])
  return matters.map((matter) => <DataRow key={id} record={matter} at={0} {...rowOf(layout, req)} />)
}

export async function withFacts(req: PageRequest, rows: readonly MatterOverview[]): Promise<ListedMatter[]> {
  const ids = rows.map(({ id }) => id)
  const [facts, unseen] = await Promise.all([readListFacts(req, rows), findUnseen(req.tx, ids)])
  return rows.map((row) => ({
    ...row,
    facts: facts.get(row.id) ?? no_facts,
    is_unseen: unseen.has(row.id),
  }))
}
