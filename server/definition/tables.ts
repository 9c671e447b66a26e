import type { AnswerValue } from "./conditions/conditions.ts"
import type { AdditionalField } from "./definition.ts"
import { type Fault, faulty, type Parsed } from "./faults/faults.ts"
import { cellName, max_rows, parseRow } from "./rows.ts"
import { type Language, textIn } from "./text.ts"

/**
 * Parses and displays answers to table questions. A cell holds the same types of answer as an additional field of an
 * asset. Callers pass in the functions that parse and display a cell, because importing them would be circular.
 */

type ParseCell = (column: AdditionalField, raw: unknown) => Parsed<AnswerValue>
type DisplayCell = (column: AdditionalField, value: AnswerValue) => string

/** Accepts rows as typed or as stored, and drops blank ones. */
export function parseTable(
  columns: readonly AdditionalField[],
  typed: readonly string[],
  parseCell: ParseCell,
): Parsed<readonly string[]> {
  const rows: string[] = []
  for (const [index, text] of typed.entries()) {
    const row = parseRow(text)
    if (!row) return faulty("text_unreadable")
    const parsed = columns.map((column) => ({ column, cell: parseCell(column, row[column.id]) }))
    for (const { column, cell } of parsed)
      if (cell.kind === "fault") return { kind: "fault", fault: faultIn(cell.fault, column, index + 1) }
    const cells = parsed.flatMap(({ column, cell }) =>
      cell.kind === "value" ? [[column.id, cell.value] as const] : [],
    )
    if (cells.length > 0) rows.push(JSON.stringify(Object.fromEntries(cells)))
  }
  if (rows.length > max_rows) return faulty("table_too_long", { limit: String(max_rows) })
  return rows.length > 0 ? { kind: "value", value: rows } : { kind: "empty" }
}

/** Each row as `label: value` pairs, with `separator` between rows. */
export function displayTable(
  columns: readonly AdditionalField[],
  rows: readonly string[],
  language: Language,
  separator: string,
  displayCell: DisplayCell,
): string {
  return rows
    .map((text) => {
      const row = parseRow(text) ?? {}
      return columns
        .filter(({ id }) => row[id] !== undefined)
        .map(
          (column) =>
            `${textIn(column.prompt, language)}: ${displayCell(column, row[column.id] as AnswerValue)}`,
        )
        .join(", ")
    })
    .join(separator)
}

function faultIn(fault: Fault, column: AdditionalField, row: number): Fault {
  return { ...fault, at: cellName(row, column.id), cell: { row, label: column.prompt } }
}
