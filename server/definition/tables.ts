import type { AnswerValue } from "./conditions.ts"
import type { AdditionalField } from "./definition.ts"
import { type Fault, faulty, type Parsed } from "./faults.ts"
import { cellName, max_rows, rowOf } from "./rows.ts"
import { type Language, textIn } from "./text.ts"

/**
 * The answer to a question that asks for a list of rows: one JSON object for each row, cells by the id of their column.
 * What a cell may hold and how it reads is its column's own matter: the same kinds of answer as an asset's fields.
 */

/** Reads one cell, or says one in words; both are given, because a cell is an answer like any other. */
type ParseCell = (column: AdditionalField, raw: unknown) => Parsed<AnswerValue>
type DisplayCell = (column: AdditionalField, value: AnswerValue) => string

/** Rows as typed or as stored; blank ones go. */
export function parseTable(
  columns: readonly AdditionalField[],
  typed: readonly string[],
  parseCell: ParseCell,
): Parsed<readonly string[]> {
  const rows: string[] = []
  for (const [index, text] of typed.entries()) {
    const row = rowOf(text)
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

/** Each row on a line of its own, or behind `between`, with the labels of its columns. */
export function displayTable(
  columns: readonly AdditionalField[],
  rows: readonly string[],
  language: Language,
  between: string,
  displayCell: DisplayCell,
): string {
  return rows
    .map((text) => {
      const row = rowOf(text) ?? {}
      return columns
        .filter(({ id }) => row[id] !== undefined)
        .map(
          (column) =>
            `${textIn(column.prompt, language)}: ${displayCell(column, row[column.id] as AnswerValue)}`,
        )
        .join(", ")
    })
    .join(between)
}

function faultIn(fault: Fault, column: AdditionalField, row: number): Fault {
  return { ...fault, at: cellName(row, column.id), cell: { row, label: column.prompt } }
}
