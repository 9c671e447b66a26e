import type { ComponentChildren } from "preact"
import { type Column, DataTable, type DataTableProps } from "./data-table.tsx"

/** A column: its label and its cell, in one place. */
export interface RecordColumn<Of> extends Omit<Column, "key"> {
  cell: (record: Of) => ComponentChildren
}

export interface RecordTableProps<Of> extends Omit<DataTableProps, "columns" | "rows"> {
  records: readonly Of[]
  columns: readonly RecordColumn<Of>[]
  /** The id of a record's row. */
  id: (record: Of) => string
  isMuted?: (record: Of) => boolean
}

/** A table of records: a row for each. */
export function RecordTable<Of>({ records, columns, id, isMuted, ...table }: RecordTableProps<Of>) {
  return (
    <DataTable
      {...table}
      columns={columns.map(({ cell: _, ...column }, index) => ({ ...column, key: String(index) }))}
      rows={records.map((record) => ({
        id: id(record),
        muted: isMuted?.(record),
        cells: Object.fromEntries(columns.map(({ cell }, index) => [String(index), cell(record)])),
      }))}
    />
  )
}
