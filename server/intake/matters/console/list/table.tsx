import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { type Column, DataTable } from "../../../../web/ui/components/data-table.tsx"
import type { SortKey } from "../../list/order.ts"
import { RestrictedTag } from "../status/status.tsx"
import type { ListedMatter } from "./columns.tsx"
import { type ListQuery, listUrl } from "./filters.ts"
import type { ListLayout } from "./layout.tsx"
import { RowCheckbox } from "./selection.tsx"

/** One page of matters, in the columns that the member chose. */
export function MatterTable(props: {
  matters: readonly ListedMatter[]
  query: ListQuery
  layout: ListLayout
  req: PageRequest
}) {
  const { query, layout, req } = props
  return (
    <DataTable caption="Matters" compact flowing records={props.matters} {...rowOf(layout, req, query)} />
  )
}

/** What a row consists of; the query decides how its columns sort. */
export function rowOf({ columns }: ListLayout, req: PageRequest, query?: ListQuery) {
  const sorted = (key: SortKey | undefined) => query && sortOf(query, key)
  return {
    id: ({ id }: ListedMatter) => id,
    isMuted: ({ state }: ListedMatter) => state === "closed",
    columns: [
      isAtLeast(req.staff.role, "member") && {
        label: "Select",
        hideLabel: true,
        narrow: true,
        cell: ({ id, name }: ListedMatter) => <RowCheckbox id={id} name={name} />,
      },
      {
        label: "Matter",
        primary: true,
        sort: sorted("name"),
        cell: (matter: ListedMatter) => <Name {...matter} />,
      },
      ...columns.map(({ label, narrow, align, sort, cell }) => ({
        label,
        narrow,
        align,
        sort: sorted(sort),
        cell: (matter: ListedMatter) => cell(matter, req),
      })),
    ],
  }
}

function Name({ id, name, is_restricted }: ListedMatter) {
  return (
    <>
      <a class="one-line" href={`/console/matters/${id}`} title={name}>
        {name}
      </a>{" "}
      {is_restricted && <RestrictedTag />}
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
