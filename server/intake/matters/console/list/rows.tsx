import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText, todayOf } from "../../../../web/console/times.tsx"
import { type Column, DataRow } from "../../../../web/ui/components/data-table.tsx"
import { type Group, type Grouping, groupLabel } from "../../list/groups.ts"
import type { MatterOverview } from "../../list/list.ts"
import type { SortKey } from "../../list/order.ts"
import { stagesOf } from "../../stages/stages.ts"
import { listVisible } from "../frame/require-matter.ts"
import { limitsOf, Warnings } from "../status/status.tsx"
import { type ListedMatter, MatterCell, type MatterColumn, NameCell } from "./columns.tsx"
import { readListFacts } from "./facts.tsx"
import { type ListQuery, listUrl } from "./filters.ts"
import { columnsOf } from "./layout.tsx"
import { RowCheckbox } from "./selection.tsx"

export async function ListRows(req: PageRequest, ids: readonly string[]) {
  const rows = await listVisible(req, ids)
  const row = rowOf(columnsOf(req.staff), req)
  return (await withFacts(req, rows)).map((matter) => (
    <DataRow key={matter.id} record={matter} at={0} {...row} />
  ))
}

export async function withFacts(req: PageRequest, rows: readonly MatterOverview[]): Promise<ListedMatter[]> {
  if (rows.length === 0) return []
  const facts = await readListFacts(req, rows)
  return rows.flatMap((row) => {
    const own = facts.get(row.id)
    return own ? [{ ...row, facts: own }] : []
  })
}

/** What a row consists of; the query decides how its columns sort. */
export function rowOf(columns: readonly MatterColumn[], req: PageRequest, query?: ListQuery) {
  const sorted = (key: SortKey | undefined) => query && sortOf(query, key)
  return {
    id: ({ id }: ListedMatter) => id,
    isMuted: ({ state }: ListedMatter) => state === "closed",
    columns: [
      isAtLeast(req.staff.role, "member") && {
        label: "Select",
        isButtons: true,
        cell: ({ id, name }: ListedMatter) => <RowCheckbox id={id} name={name} />,
      },
      { label: "Matter", sort: sorted("name"), cell: (matter: ListedMatter) => <Name {...matter} /> },
      ...columns.map((column) => ({
        ...{ ...column, sort: sorted(column.sort) },
        cell: (matter: ListedMatter) => <MatterCell {...{ column, matter, req }} />,
      })),
    ],
  }
}

/** Which group a matter is in, and how many are on all pages. */
export function groupIn(by: Grouping, groups: ReadonlyMap<string, Group>, req: PageRequest) {
  const dayText = (day: string) => shortDayText(day, req)
  const of = { stages: stagesOf(req.staff.firm.settings), today: todayOf(req), dayText }
  return (matter: ListedMatter) => {
    const { key = "", count = 0 } = groups.get(matter.id) ?? {}
    const id = `group-${key.replace(/\W+/g, "-")}`
    return { id, label: groupLabel(by, matter, of), count: count.toLocaleString("en-US") }
  }
}

function Name({ id, name, facts, ...matter }: ListedMatter) {
  return (
    <>
      <NameCell id={id} name={name} /> <Warnings texts={limitsOf({ ...matter, ...facts })} />
    </>
  )
}

/** A click on a column heading sorts by it; another click reverses the order. Dates of activity start with the latest. */
function sortOf(query: ListQuery, key: SortKey | undefined): Column<ListedMatter>["sort"] {
  if (!key) return undefined
  const { by, descending } = query.order
  const isDescendingFirst = key === "opened" || key === "activity"
  const isDescending = by === key ? !descending : isDescendingFirst
  const sort = key === "opened" && isDescending ? undefined : `${isDescending ? "-" : ""}${key}`
  const { sort: _, ...typed } = query.typed
  return {
    href: listUrl({ ...query, typed: sort ? { ...typed, sort } : typed }, 1),
    ...(by === key && { direction: descending ? "descending" : "ascending" }),
  }
}
