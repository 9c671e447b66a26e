// CSV for spreadsheet programs: UTF-8 with a byte order mark, CRLF, and text cells that stay text, whatever any of
// their lines starts with (OWASP, "CSV injection"). Phone numbers and lists stay as they were typed
// where that is safe, because other programs keep the apostrophe that marks text.
import { stringify } from "csv-stringify/sync"

export type Cell = string | number | boolean | null | undefined

export interface Column<Row> {
  name: string
  of: (row: Row) => Cell
}

const byteOrderMark = "\uFEFF"

/** The header line, with the byte order mark. */
function csvHead<Row>(columns: readonly Column<Row>[]): string {
  return byteOrderMark + lines([columns.map(({ name }) => inert(name))])
}

/** One line per row; empty for no rows. */
function csvLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return rows.length === 0 ? "" : lines(rows.map((row) => columns.map(({ of }) => inert(of(row)))))
}

export function csv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvHead(columns) + csvLines(columns, rows)
}

/** A table of any length, in batches: `next` returns the rows after the last one given, none at the end. */
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
      // By itself, the library quotes only CRLF, but many readers end a row at a bare LF.
      quoted_match: lineBreak,
      cast: { boolean: (value) => (value ? "yes" : "no") },
    },
  )
}

/** Every character at which some program ends a line. */
const lineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u
const isNumber = /^-?\d+(\.\d+)?$/
/**
 * What makes a program calculate, including full-width and small forms, also after whitespace or invisible characters.
 */
const startsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u

/** Checks every line, because some programs split a cell at its line breaks and calculate what follows. */
function inert(cell: Cell): Cell {
  if (typeof cell !== "string") return cell
  const mark = /^[\t\r\n]/.test(cell) ? "'" : ""
  return mark + cell.replace(everyLine, (line, at) => (isFormula(line, at === 0) ? `'${line}` : line))
}

const everyLine = /[^\n\r\v\f\x85\u2028\u2029]+/g

function isFormula(line: string, isFirst: boolean): boolean {
  if (!startsFormula.test(line) || isNumber.test(line) || arePhones(line)) return false
  // At the start of a cell, Excel would look for a name such as the list's first word.
  return isFirst || !listItem.test(line)
}

/** One or more phone numbers as we write them, with their types. */
function arePhones(line: string): boolean {
  return line.split("; ").every((part) => phone.test(part) || !startsFormula.test(part))
}

/** Groups of digits between spaces are no expression; without spaces, a program would calculate or drop the plus. */
const phone = /^\+[1-9]\d{0,3}(?: \(?\d{1,6}\)?(?:[-.]\d{2,6})*)+(?: \(\p{L}+\))?$/u
/** A dash and words, without anything that calls a function or names a cell. */
const listItem = /^- \p{L}+(?:[ ,]{1,2}\p{L}+)*\.?$/u
