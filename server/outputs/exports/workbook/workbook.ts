// A matter as an Excel workbook, one sheet per part. Every cell has an explicit type and none is a formula, so no
// client input can make a program calculate.

import type { Blob } from "node:buffer"
import type Stream from "node:stream"
import type { Feature, Row, Sheet } from "write-excel-file/node"
import { kinds } from "../../../definition/kinds.ts"
import { inLines } from "../../../definition/values/typed-text.ts"
import type { Cell } from "../../../platform/files/csv.ts"
import type { MatterExport } from "../matter-export.ts"
import type { CellKind } from "./matter-tables.ts"
import { type SheetTable, sheetTables, summaryRows } from "./workbook-tables.ts"

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

export async function renderWorkbook(all: MatterExport): Promise<Buffer> {
  // Loaded with the first workbook.
  const { default: writeWorkbook } = await import("write-excel-file/node")
  const tables = sheetTables(all)
  const titles = sheetTitles(["Summary", ...tables.map(({ title }) => title)])
  const sheets = tables.map((table, index) => sheetOf(table, titles[index + 1] ?? "", all.time_zone))
  return writeWorkbook([summaryOf(all, all.time_zone), ...sheets], {
    fontFamily: "Calibri",
    fontSize: 11,
    features: [filterOf(tables)],
  }).toBuffer()
}

/** A single row of many columns is shown vertically. */
function summaryOf(all: MatterExport, time_zone: string): Sheet<Buffer> {
  const data = summaryRows(all).map(
    ({ name, kind, cell }): Row => [
      headerCell({ name, kind }, time_zone),
      { ...typedCell(cell, kind, time_zone), align: "left" } as Row[number],
    ],
  )
  return { sheet: "Summary", data, columns: [{ width: 36 }, { width: 60 }] }
}

function sheetOf({ columns, rows, total }: SheetTable, sheet: string, time_zone: string): Sheet<Buffer> {
  const type_at = columns.findIndex(({ name }) => name === "Kind")
  const cellsOf = (row: readonly Cell[]): Row =>
    row.map((cell, index) => {
      const kind = columns[index]?.kind ?? "text"
      return typedCell(cell, kind === "by_type" ? kindOfAnswer(row[type_at]) : kind, time_zone)
    })
  const sums = total ? [cellsOf(total).map((cell) => cell && { ...(cell as object), ...bold })] : []
  return {
    sheet,
    data: [columns.map((column) => headerCell(column, time_zone)), ...rows.map(cellsOf), ...(sums as Row[])],
    columns: columns.map(({ name, kind }, index) => ({
      width: widthOf([headingOf({ name, kind }, time_zone), ...rows.map((row) => row[index])]),
    })),
    stickyRowsCount: 1,
  }
}

const bold = { fontWeight: "bold" as const, topBorderStyle: "thin" as const }

/** Buttons that filter and sort, on every heading; sums stay outside. */
function filterOf(tables: readonly SheetTable[]): Feature<Buffer | Blob | Stream> {
  return {
    files: {
      transform: {
        "xl/worksheets/sheet{id}.xml": {
          transform: (xml, _, { sheetIndex }) => {
            const table = tables[sheetIndex - 1]
            if (!table || table.rows.length === 0) return xml
            return withFilter(xml, table.columns.length, table.rows.length)
          },
        },
      },
    },
  }
}

/** `autoFilter` follows `sheetData` (ECMA-376, part 1, 18.3.1.99). */
export function withFilter(xml: string, columns: number, rows: number): string {
  const ref = `A1:${columnNameOf(columns - 1)}${rows + 1}`
  return xml.replace("</sheetData>", `</sheetData><autoFilter ref="${ref}"/>`)
}

export function columnNameOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnNameOf(Math.floor(index / 26) - 1) + last
}

/** Excel allows 31 characters, some of them not, and no name twice. */
function sheetTitles(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((title) => {
    const plain =
      inLines(title)
        .replace(/[\\/*?:[\]\n]/g, " ")
        .replace(/^[' ]+|(?<![' ])[' ]+$/g, "") || "Table"
    let number = 1
    let name = [...plain].slice(0, 26).join("").trim()
    while (taken.has(name.toLowerCase())) name = `${name.replace(/ \d+$/, "")} ${++number}`
    taken.add(name.toLowerCase())
    return name
  })
}

export function headerCell(column: { name: string; kind: CellKind }, time_zone: string) {
  const style = { fontWeight: "bold" as const, backgroundColor: "#EFEAE2" }
  return { value: headingOf(column, time_zone), type: String, ...style }
}

/** Excel cells have no time zone, so the heading names it. */
function headingOf({ name, kind }: { name: string; kind: CellKind }, time_zone: string): string {
  return kind === "moment" ? `${name} (${time_zone})` : name
}

function kindOfAnswer(type: Cell): CellKind {
  return Object.values(kinds).find(({ label }) => label === type)?.cell ?? "text"
}

/** The typed cell where Excel can hold the value exactly, else text, so that no digit or day is lost. */
export function typedCell(cell: Cell, kind: CellKind, time_zone: string): Row[number] {
  if (cell === null || cell === undefined || cell === "") return null
  if (typeof cell === "boolean") return { value: cell, type: Boolean }
  if (typeof cell === "number") return { value: cell, type: Number }
  if ((kind === "money" || kind === "number") && isExact(cell))
    return { value: Number(cell), type: Number, ...(kind === "money" && { format: "#,##0.00" }) }
  if (kind === "date" && /^\d{4}-\d\d-\d\d$/.test(cell) && cell >= "1900-03-01")
    return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" }
  if (kind === "moment")
    return { value: onTheClock(new Date(cell), time_zone), type: Date, format: "yyyy-mm-dd hh:mm" }
  const text = inLines(cell).slice(0, max_characters).toWellFormed()
  return { value: text, type: String, wrap: text.includes("\n") }
}

/** The moment as the firm's clocks show it, in the form in which a cell holds a time. */
function onTheClock(moment: Date, time_zone: string): Date {
  const shown = moment.toLocaleString("sv-SE", { timeZone: time_zone })
  return new Date(`${shown.replace(" ", "T")}Z`)
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
