// A matter as an Excel workbook, one sheet per part. Every cell has an explicit type and none is a formula, so no
// client input can make a program calculate.
import type { Row, Sheet } from "write-excel-file/node"
import type { Cell } from "./csv.ts"
import type { MatterExport } from "./matter-export.ts"
import { type CellKind, type MatterTable, matterTables } from "./matter-tables.ts"

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

export async function renderWorkbook(all: MatterExport): Promise<Buffer> {
  // Loaded with the first workbook.
  const { default: writeWorkbook } = await import("write-excel-file/node")
  return writeWorkbook(matterTables(all).map(sheetOf), { fontFamily: "Calibri", fontSize: 11 }).toBuffer()
}

const titles: Readonly<Record<string, string>> = { matter: "Summary", contacts: "People" }

function sheetOf(table: MatterTable): Sheet<Buffer> {
  const { name, columns, rows } = table
  const sheet = titles[name] ?? titleOf(name, "text")
  // A single row of many columns is shown vertically.
  if (name === "matter") {
    const data = columns.map(
      (column, index): Row => [headerCell(column), typedCell(rows[0]?.[index], column.kind)],
    )
    return { sheet, data, columns: [{ width: 28 }, { width: 60 }] }
  }
  const type_at = columns.findIndex((column) => column.name === "type")
  const data = rows.map(
    (row): Row =>
      row.map((cell, index) => {
        const kind = columns[index]?.kind ?? "text"
        return typedCell(cell, kind === "by_type" ? kindOfAnswer(row[type_at]) : kind)
      }),
  )
  return {
    sheet,
    data: [columns.map(headerCell), ...data],
    columns: columns.map((column, index) => ({
      width: widthOf([column.name, ...rows.map((row) => row[index])]),
    })),
    stickyRowsCount: 1,
  }
}

export function headerCell({ name, kind }: { name: string; kind: CellKind }) {
  return { value: titleOf(name, kind), type: String, fontWeight: "bold" as const, backgroundColor: "#EFEAE2" }
}

/** Excel cells have no time zone, so the heading states it. */
function titleOf(name: string, kind: CellKind): string {
  const words = name.replaceAll("_", " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${kind === "moment" ? " (UTC)" : ""}`
}

function kindOfAnswer(type: Cell): CellKind {
  return type === "money" || type === "number" || type === "date" ? type : "text"
}

/** The typed cell where Excel can hold the value exactly, else text, so that no digit or day is lost. */
export function typedCell(cell: Cell, kind: CellKind): Row[number] {
  if (cell === null || cell === undefined || cell === "") return null
  if (typeof cell === "boolean") return { value: cell, type: Boolean }
  if (typeof cell === "number") return { value: cell, type: Number }
  if ((kind === "money" || kind === "number") && isExact(cell))
    return { value: Number(cell), type: Number, ...(kind === "money" && { format: "#,##0.00" }) }
  if (kind === "date" && /^\d{4}-\d\d-\d\d$/.test(cell) && cell >= "1900-03-01")
    return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" }
  if (kind === "moment") return { value: new Date(cell), type: Date, format: "yyyy-mm-dd hh:mm" }
  return { value: cell.toWellFormed().slice(0, max_characters), type: String, wrap: cell.includes("\n") }
}

/** The maximum length of an Excel cell. */
const max_characters = 32_767

/** A double holds 15 digits. */
function isExact(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, "").length <= 15
}

function widthOf(cells: readonly Cell[]): number {
  const longest = Math.max(...cells.map((cell) => String(cell ?? "").length))
  return Math.min(Math.max(longest + 2, 10), 60)
}
