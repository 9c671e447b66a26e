// Tables as spreadsheet programs read them: UTF-8 with a byte order mark, CRLF, and cells that are text stay text
// whatever they begin with (OWASP, "CSV injection").
import { stringify } from "csv-stringify/sync"

export type Cell = string | number | boolean | null | undefined

export interface Column<Row> {
  name: string
  of: (row: Row) => Cell
}

export const byteOrderMark = "\uFEFF"

/** The line with the columns' names, the byte order mark before it. */
export function csvHead<Row>(columns: readonly Column<Row>[]): string {
  return byteOrderMark + lines([columns.map(({ name }) => inert(name))])
}

/** One line for each row; empty for none. */
export function csvLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return rows.length === 0 ? "" : lines(rows.map((row) => columns.map(({ of }) => inert(of(row)))))
}

/** A whole table. */
export function csv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvHead(columns) + csvLines(columns, rows)
}

/** A table of any length, a piece at a time: `next` gives the rows after the last one given, none at the end. */
export async function* csvPieces<Row>(
  columns: readonly Column<Row>[],
  next: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHead(columns)
  let rows = await next(undefined)
  while (rows.length > 0) {
    yield csvLines(columns, rows)
    rows = await next(rows.at(-1))
  }
}

function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: "windows", cast: { boolean: (value) => (value ? "yes" : "no") } },
  )
}

const isNumber = /^-?\d+(\.\d+)?$/
/** What makes a program calculate, full-width forms and leading white space included. */
const startsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function inert(cell: Cell): Cell {
  if (typeof cell !== "string" || isNumber.test(cell) || !startsFormula.test(cell)) return cell
  return `'${cell}`
}
