import type { AnswerValue } from "../conditions/conditions.ts"
import { type Fault, faulty } from "../faults/faults.ts"
import { cellName, max_rows, parseRow } from "../rows.ts"
import { textIn } from "../text.ts"
import { type Column, type Kind, listOf } from "./kind.ts"

/** A list of rows, each as JSON. A cell holds the same types of answer as an additional field of an asset. */
export const table: Kind = {
  label: "Table of rows",
  control: "table",
  comparedAs: "presence",
  // Accepts rows as typed or as stored, and drops blank ones.
  parse: (raw, { columns = [] }, { parseCell }) => {
    const rows: string[] = []
    for (const [index, text] of listOf(raw).entries()) {
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
  },
  // Each row as `label: value` pairs. Cells contain commas themselves.
  displayList: (rows, { columns = [] }, { language, separator, displayCell }) =>
    rows
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
      .join(separator === ", " ? "; " : separator),
  isCounted: true,
  samples: ({ columns = [] }, { sampleCell }) => {
    const rowOf = () => {
      const cells = columns.map((column) => [column.id, sampleCell(column)] as const)
      return JSON.stringify(Object.fromEntries(cells.filter(([, value]) => value !== undefined)))
    }
    return [[rowOf()], [rowOf(), rowOf()]].reverse()
  },
}

function faultIn(fault: Fault, column: Column, row: number): Fault {
  return { ...fault, at: cellName(row, column.id), cell: { row, label: column.prompt } }
}
