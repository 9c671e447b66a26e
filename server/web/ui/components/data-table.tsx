// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's semantics with `display: block`
import type { ComponentChildren } from "preact"
import { Card, type CardProps } from "./card.tsx"
import { Icon } from "./icon.tsx"

/** A column: its label and its cell, in one place. */
export interface Column<Of> {
  label: string
  cell: (record: Of, index: number) => ComponentChildren
  align?: "start" | "end"
  /** The cell that names its row; by default the first one with a visible label. */
  primary?: boolean
  /** A column of buttons, at the end and as wide as they are; its label is for those who hear it. */
  isButtons?: boolean
  sort?: { href: string; direction?: "ascending" | "descending" }
  /** Only as wide as its content. */
  narrow?: boolean
  /** Keeps its label in a flowing table, as times always do. */
  labeled?: boolean
}

interface TableLook {
  /** Reduces the rows' padding. */
  compact?: boolean
  /** On phones, lets a row's values follow its name in one run, without labels: for self-explanatory values. */
  flowing?: boolean
}

interface TableProps<Of> extends TableLook {
  caption: ComponentChildren
  /** Those that are false or undefined are left out. */
  columns: readonly (Column<Of> | false | undefined)[]
  records: readonly Of[]
  isMuted?: (record: Of) => boolean
  /** Heads the rows of each group, which follow each other, with its name and how many it has. */
  groupOf?: ((record: Of) => RowGroup) | undefined
  /** Replaces the table when there are no records. */
  empty?: ComponentChildren
  /** The id of its rows together, if what others change shows by itself. */
  live?: string
}

interface RowGroup {
  id: string
  label: string
  count: string
}

type RowId<Of> = (record: Of, index: number) => string

/** `id` is the id of a record's row: by default the record's own, if it has one. */
export type DataTableProps<Of> = TableProps<Of> &
  ([Of] extends [{ id: string }] ? { id?: RowId<Of> } : { id: RowId<Of> })

/**
 * A table with a row for each record; on phones each row becomes a card with its column labels. The explicit roles are
 * needed because browsers drop a table's semantics with `display: block`.
 */
export function DataTable<Of>(props: DataTableProps<Of>) {
  const { records, isMuted, groupOf, ...table }: TableProps<Of> = props
  const id = props.id ?? ((record: Of) => (record as { id: string }).id)
  const columns = shownOf(table.columns)
  if (records.length === 0 && table.empty) return <>{table.empty}</>
  return (
    <table class={tableClass(table)} role="table">
      <caption class="visually-hidden">{table.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{columns.map(heading)}</tr>
      </thead>
      <tbody role="rowgroup" id={table.live} data-live={table.live && ""}>
        {records.flatMap((record, at) => [
          groupOf && <GroupRow key="group" {...{ records, at, groupOf }} columns={columns.length} />,
          <DataRow key={id(record, at)} {...{ record, at, id, isMuted, columns }} />,
        ])}
      </tbody>
    </table>
  )
}

/** A table on a card of its own, whose title is above it. */
export function TableCard<Of>(
  props: DataTableProps<Of> & { title: string; card?: Pick<CardProps, "id" | "actions" | "footer"> },
) {
  return (
    <Card title={props.title} flush {...props.card}>
      {DataTable<Of>(props)}
    </Card>
  )
}

/** One row, also on its own: to replace one that has changed. */
export function DataRow<Of>({
  record,
  at,
  id,
  isMuted,
  columns,
}: Pick<TableProps<Of>, "isMuted" | "columns"> & { id: RowId<Of>; record: Of; at: number }) {
  return (
    <tr role="row" id={id(record, at)} class={isMuted?.(record) ? "row-muted" : undefined}>
      {shownOf(columns).map((column, index) => cell(column, index, column.cell(record, at)))}
    </tr>
  )
}

/** The head of a group, above the first of its rows on this page. */
function GroupRow<Of>(props: {
  records: readonly Of[]
  at: number
  groupOf: (record: Of) => RowGroup
  columns: number
}) {
  const [group, earlier] = props.records
    .slice(Math.max(props.at - 1, 0), props.at + 1)
    .reverse()
    .map(props.groupOf)
  if (!group || group.id === earlier?.id) return null
  return (
    <tr role="row" id={group.id} class="row-group">
      <th role="rowheader" scope="row" colSpan={props.columns}>
        <strong>{group.label}</strong> <span class="count">{group.count}</span>
      </th>
    </tr>
  )
}

function shownOf<Of>(columns: TableProps<Of>["columns"]): Column<Of>[] {
  const shown = columns.filter((column) => column !== false && column !== undefined)
  const name = shown.find(({ primary }) => primary) ?? shown.find(({ isButtons }) => !isButtons)
  return shown.map((column) => ({ ...column, primary: column === name }))
}

function tableClass({ compact, flowing }: TableLook): string {
  return ["data-table", compact && "data-table-compact", flowing && "data-table-flowing"]
    .filter(Boolean)
    .join(" ")
}

function heading<Of>(column: Column<Of>, index: number) {
  const label = column.isButtons ? <span class="visually-hidden">{column.label}</span> : column.label
  const direction = column.sort?.direction
  return (
    <th key={index} role="columnheader" scope="col" class={classOf(column)} aria-sort={direction}>
      {column.sort ? (
        <a class="sort-link" href={column.sort.href}>
          {label}
          <Icon name={direction === "ascending" ? "up" : direction === "descending" ? "down" : "sort"} />
        </a>
      ) : (
        label
      )}
    </th>
  )
}

function cell<Of>(column: Column<Of>, index: number, content: ComponentChildren) {
  const label = column.isButtons ? undefined : column.label
  if (column.primary) {
    return (
      <th key={index} role="rowheader" scope="row" class={classOf(column)} data-label={label}>
        <div class="cell">{content}</div>
      </th>
    )
  }
  return (
    <td key={index} role="cell" class={classOf(column)} data-label={label}>
      <div class="cell">{content}</div>
    </td>
  )
}

function classOf<Of>(column: Column<Of>): string {
  return [
    (column.isButtons || column.align === "end") && "cell-end",
    column.primary && "cell-primary",
    (column.isButtons || column.narrow) && "cell-narrow",
    column.labeled && "cell-labeled",
  ]
    .filter(Boolean)
    .join(" ")
}
