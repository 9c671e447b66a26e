// Parses CSV as other programs write it: with any of three separators, in UTF-8 or Windows-1252.
import { parse } from "csv-parse/sync"
import { badRequest } from "../platform/errors.ts"

export const max_import_bytes = 2 * 1024 ** 2
const max_rows = 500
const max_columns = 60

export interface ImportTable {
  header: string[]
  rows: string[][]
}

/** Parses an entire file; throws "bad request" naming the unreadable line. */
export function readTable(bytes: Buffer): ImportTable {
  if (bytes.length === 0) throw refused("Choose a file.")
  if (bytes.length > max_import_bytes)
    throw refused("The file is larger than 2 MB. Split it into smaller files.")
  const [header = [], ...rows] = recordsOf(textOf(bytes))
  const named = header.map((name) => name.trim())
  if (named.length > max_columns) throw refused(`The file has more than ${max_columns} columns.`)
  if (named.length === 0 || rows.length === 0)
    throw refused("The file needs a header line with the column names, and a line for each person below it.")
  if (rows.length > max_rows)
    throw refused(`The file has more than ${max_rows} lines. Split it into smaller files.`)
  return { header: named, rows }
}

function recordsOf(text: string): string[][] {
  const first = text.split(/\r?\n/, 1)[0] ?? ""
  const delimiter =
    [",", ";", "\t"].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ","
  try {
    return parse(text, {
      bom: true,
      delimiter,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      // The header, and one row above the limit.
      to: max_rows + 2,
    })
  } catch (error) {
    const { lines, code } = error as { lines?: number; code?: string }
    if (lines === undefined) throw error
    throw refused(
      code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH"
        ? `Line ${lines} has a different number of columns than the first line.`
        : `Line ${lines} cannot be read. Look for an unclosed quotation mark.`,
    )
  }
}

function textOf(bytes: Buffer): string {
  if (bytes.includes(0)) throw refused("This is not a CSV file. Save the table as CSV first.")
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

function refused(message: string) {
  return badRequest([{ param: "file", code: "unreadable", message }])
}
