// Tables as spreadsheet programs read them: UTF-8 with a byte order mark, CRLF, and cells that are text stay text
// whatever any of their lines begins with (OWASP, "CSV injection").
import { stringify } from "csv-stringify/sync"

export type Cell = string | number | boolean | null | undefined

export interface Column<Row> {
  name: string
  of: (row: Row) => Cell
}

const byteOrderMark = "\uFEFF"

/** The line with the columns' names, the byte order mark before it. */
function csvHead<Row>(columns: readonly Column<Row>[]): string {
  return byteOrderMark + lines([columns.map(({ name }) => inert(name))])
}

/** One line for each row; empty for none. */
function csvLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
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
    {
      record_delimiter: "windows",
      // Of itself it quotes CRLF alone, and many a reader ends a row at a bare LF.
      quoted_match: lineBreak,
      cast: { boolean: (value) => (value ? "yes" : "no") },
    },
  )
}

/** Whatever some program ends a line at is among them. */
const lineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u
const isNumber = /^-?\d+(\.\d+)?$/
/** What makes a program calculate: full-width and small forms too, and behind white space or what cannot be seen. */
const startsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u

/** A program that breaks the cell at a line break must not calculate what follows either: every line is looked at. */
function inert(cell: Cell): Cell {
  if (typeof cell !== "string") return cell
  const mark = /^[\t\r\n]/.test(cell) ? "'" : ""
  return mark + cell.replace(everyLine, (line) => (isFormula(line) ? `'${line}` : line))
}

const everyLine = /[^\n\r\v\f\x85\u2028\u2029]+/g

function isFormula(line: string): boolean {
  return !isNumber.test(line) && startsFormula.test(line)
}
