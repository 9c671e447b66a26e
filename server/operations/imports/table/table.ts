// Reads CSV as other programs write it, whatever its separator, encoding and line ends. Rows are numbered as
// spreadsheets number them. Pure.
import { parse } from "csv-parse/sync"
import { encodingOf } from "./encoding.ts"
import { decodeText, type Encoding } from "./encodings.ts"
import { findHeader, isPersonsData, max_columns, namesOf, widthOf } from "./header.ts"
import { separatorOf } from "./separators.ts"
import { refused } from "./worksheet.ts"

export const max_import_bytes = 5 * 1024 ** 2
export const max_import_rows = 5_000
const max_line_length = 100_000
/** With the lines of separators that spreadsheet programs write below a table. */
const max_records = 100_000

export interface TableRow {
  line: number
  /** One for each column, and those beyond the last column that hold something. */
  cells: string[]
}

export interface ImportTable {
  encoding: Encoding
  /** Nobody chose the encoding, and the file doesn't prove it. */
  is_encoding_guessed: boolean
  header: string[]
  rows: TableRow[]
}

/** Parses an entire file, in the encoding given or else the likeliest; throws "bad request" naming the line. */
export function readTable(bytes: Uint8Array, chosen?: Encoding): ImportTable {
  if (bytes.length === 0) throw refused("Choose a file.")
  if (bytes.length > max_import_bytes)
    throw refused("The file is larger than 5 MB. Split it into smaller files.")
  const encoding = chosen ?? encodingOf(bytes)
  if (!encoding)
    throw refused("This is not a CSV file. Open it in your spreadsheet program and save it as CSV.")
  const records = recordsOf(decodeText(bytes, encoding).replace(/\r\n?/g, "\n"))
  const { header, below } = findHeader(records)
  const rows = below.map(({ line, cells }) => ({ line, cells: cells.slice(0, widthOf(cells)) }))
  if (!header || rows.length === 0)
    throw refused("The file needs a header line with the column names, and a line for each person below it.")
  if (isPersonsData(header.cells))
    throw refused(
      `Line ${header.line} holds a person’s data. Add a line above it that names the columns, such as “Name” and “Email”.`,
    )
  const names = namesOf(header.cells, rows)
  if (names.length > max_columns) throw refused(`The file has more than ${max_columns} columns.`)
  return {
    encoding,
    is_encoding_guessed: chosen === undefined && !encoding.startsWith("utf"),
    header: names,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: names.map((_, at) => cells[at] ?? "").concat(cells.slice(names.length)),
    })),
  }
}

/** The lines with content. */
function recordsOf(text: string): TableRow[] {
  const { delimiter, body } = separatorOf(text)
  requireShortLines(body)
  const found: TableRow[] = []
  let records = 0
  let line = 0
  try {
    parse(body, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      ltrim: true,
      skip_empty_lines: true,
      max_record_size: max_line_length,
      on_record: (record: string[], { empty_lines }) => {
        records += 1
        line = records + empty_lines
        const cells = record.map(plainCell)
        if (widthOf(cells) > 0) found.push({ line, cells })
        if (found.length > max_import_rows + 1) throw refused(tooManyLines(max_import_rows))
        if (records > max_records) throw refused(tooManyLines(max_records))
        return null
      },
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === "CSV_MAX_RECORD_SIZE")
      throw refused(`Line ${line + 1} is too long. Look for a quotation mark that is never closed.`)
    if (!code?.startsWith("CSV_")) throw error
    throw refused(`Line ${line + 1} cannot be read. Look for an unclosed quotation mark.`)
  }
  return found
}

function tooManyLines(limit: number): string {
  return `The file has more than ${limit.toLocaleString("en-US")} lines. Split it into smaller files.`
}

/** Refuses what no table contains before it costs memory: a line of millions of separators. */
function requireShortLines(text: string): void {
  let line = 1
  for (let from = 0; from < text.length; line += 1) {
    const at = text.indexOf("\n", from)
    const end = at < 0 ? text.length : at
    if (end - from > max_line_length) throw refused(`Line ${line} is too long. This may not be a CSV file.`)
    from = end + 1
  }
}

/**
 * Some programs protect text from Excel as `="02134"` or `'+1 202…`, or leave blanks after a closing quotation mark;
 * Excel shows none of these marks.
 */
function plainCell(cell: string): string {
  const text = cell.trim()
  const [, inner] = /^="(.*)"$/s.exec(text) ?? /^"([^"]*)"$/.exec(text) ?? []
  if (inner !== undefined) return inner.trim()
  return /^'[-+=@\d]/.test(text) ? text.slice(1) : text
}
