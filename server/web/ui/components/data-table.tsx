// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's semantics with `display: block`
import type { ComponentChildren } from "preact"
import { Icon } from "./icon.tsx"

export interface Column {
  key: string
  label: string
  align?: "start" | "end"
  /** The cell that names its row. */
  primary?: boolean
  /** Hides the heading visually, for a column of buttons. */
  hideLabel?: boolean
  sort?: { href: string; direction?: "ascending" | "descending" }
  /** Only as wide as its content. */
  narrow?: boolean
  /** Keeps its label in a flowing table, as times always do. */
  labeled?: boolean
}

export interface Row {
  id: string
  cells: Record<string, ComponentChildren>
  muted?: boolean
}

export interface DataTableProps {
  caption: ComponentChildren
  columns: readonly Column[]
  rows: readonly Row[]
  /** Reduces the rows' padding. */
  compact?: boolean
  /** On phones, lets a row's values follow its name in one run, without labels: for self-explanatory values. */
  flowing?: boolean
  /** Replaces the table when there are no rows. */
  empty?: ComponentChildren
}

/**
 * A table; on phones each row becomes a card with its column labels. The explicit roles are needed because browsers
 * drop a table's semantics with `display: block`.
 */
export function DataTable(props: DataTableProps) {
  if (props.rows.length === 0 && props.empty) return <>{props.empty}</>
  return (
    <table class={tableClass(props)} role="table">
      <caption class="visually-hidden">{props.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{props.columns.map((column) => heading(column))}</tr>
      </thead>
      <tbody role="rowgroup">
        {props.rows.map((row) => (
          <tr role="row" key={row.id} id={row.id} class={row.muted ? "row-muted" : undefined}>
            {props.columns.map((column) => cell(column, row.cells[column.key]))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function tableClass({ compact, flowing }: DataTableProps): string {
  return ["data-table", compact && "data-table-compact", flowing && "data-table-flowing"]
    .filter(Boolean)
    .join(" ")
}

function heading(column: Column) {
  const label = column.hideLabel ? <span class="visually-hidden">{column.label}</span> : column.label
  const direction = column.sort?.direction
  return (
    <th key={column.key} role="columnheader" scope="col" class={classOf(column)} aria-sort={direction}>
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

function cell(column: Column, content: ComponentChildren) {
  const label = column.hideLabel ? undefined : column.label
  if (column.primary) {
    return (
      <th key={column.key} role="rowheader" scope="row" class={classOf(column)} data-label={label}>
        <div class="cell">{content}</div>
      </th>
    )
  }
  return (
    <td key={column.key} role="cell" class={classOf(column)} data-label={label}>
      <div class="cell">{content}</div>
    </td>
  )
}

function classOf(column: Column): string {
  return [
    column.align === "end" && "cell-end",
    column.primary && "cell-primary",
    column.narrow && "cell-narrow",
    column.labeled && "cell-labeled",
  ]
    .filter(Boolean)
    .join(" ")
}
