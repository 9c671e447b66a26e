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
    <DataTable
      caption="Matters"
      compact={layout.is_compact}
      flowing
      records={props.matters}
      id={({ id }) => id}
      isMuted={({ state }) => state === "closed"}
      columns={[
        isAtLeast(req.staff.role, "member") && {
          label: "Select",
          hideLabel: true,
          narrow: true,
          cell: ({ id, name }) => <RowCheckbox id={id} name={name} />,
        },
        {
          label: "Matter",
          primary: true,
          sort: sortOf(query, "name"),
          cell: (matter) => <Name {...matter} />,
        },
        ...layout.columns.map(({ label, narrow, align, sort, cell }) => ({
          label,
          narrow,
          align,
          sort: sortOf(query, sort),
          cell: (matter: ListedMatter) => cell(matter, req),
        })),
      ]}
    />
  )
}

function Name({ id, name, is_restricted }: ListedMatter) {
  return (
    <>
      <a class="clamped" href={`/console/matters/${id}`} title={name.length > 60 ? name : undefined}>
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
