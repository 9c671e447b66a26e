// Finds the line that names a table's columns, or the two: spreadsheets have groups of columns, such as “Client” and
// “Spouse”, in merged cells above the names. Pure.
import type { Mapping } from "../fields.ts"
import { groupedName, guessMapping } from "../mapping.ts"

export const max_columns = 250
const max_title_lines = 15

interface Line {
  cells: string[]
}

/** The line of column names, with its groups in the names, and the lines below it. */
export function findHeader<Found extends Line>(
  records: readonly Found[],
): { header: Found | undefined; below: Found[] } {
  const at = headerAt(records)
  const [header, ...below] = records.slice(at)
  const groups = records[at - 1]
  if (!header || !groups || !isGroups(groups, header)) return { header, below }
  return { header: { ...header, cells: withGroups(groups.cells, header.cells) }, below }
}

/** Where a title stands above the table, the first line that names columns is its header, or groups them. */
function headerAt(records: readonly Line[]): number {
  const found = Math.max(records.slice(0, max_title_lines).findIndex(isHeader), 0)
  const [line, next] = records.slice(found)
  return line && next && isHeader(next) && isGroups(line, next) ? found + 1 : found
}

function isHeader({ cells }: Line): boolean {
  const known = knownIn(cells)
  return known.length > 1 && known.some((field) => field?.endsWith("_name"))
}

/** Merged cells leave gaps, which the names below fill. */
function isGroups({ cells }: Line, below: Line): boolean {
  const named = cells.filter(Boolean)
  return (
    named.length > 1 &&
    named.every((name) => /^\D{2,60}$/.test(name)) &&
    cells.slice(0, widthOf(cells)).includes("") &&
    knownIn(cells).length < knownIn(below.cells).length
  )
}

function knownIn(cells: readonly string[]): Mapping {
  return guessMapping(cells.slice(0, max_columns)).filter((field) => field !== null)
}

/** A name without a cell below it is the name of its column. */
function withGroups(groups: readonly string[], names: readonly string[]): string[] {
  let group = ""
  return Array.from({ length: Math.max(groups.length, names.length) }, (_, at) => {
    const own = groups[at] ?? ""
    const name = names[at] ?? ""
    if (own) group = own
    return name ? groupedName(group, name, names) : own
  })
}

/** Whether a line is someone's data, such as an email or a number of seven digits, which name no column. */
export function isPersonsData(cells: readonly string[]): boolean {
  return cells.some(isValue) && knownIn(cells).length === 0
}

function isValue(name: string): boolean {
  if (name.length > 254) return false
  return (
    /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(name) ||
    (/^[\d\s()+./-]+$/.test(name) && name.replace(/\D/g, "").length >= 7)
  )
}

/** Columns without a name or content, at the end, are only separators that the program did not leave out. */
export function namesOf(header: readonly string[], rows: readonly Line[]): string[] {
  const named = widthOf(header)
  return header.slice(0, Math.max(named, ...rows.map(({ cells }) => cells.length)))
}

/** Without the empty cells at the end. */
export function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== "") + 1
}
