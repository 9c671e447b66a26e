/** Table rows as stored: each row is the text of a JSON object with cells keyed by column id. */

export const max_rows = 50
export const max_columns = 8

/** Cells by column id, without blank ones. */
export type Row = Readonly<Record<string, unknown>>

/** The cells of a stored row; undefined if the text is not a JSON object. */
export function parseRow(text: string): Row | undefined {
  try {
    const row: unknown = text.trim() === "" ? {} : JSON.parse(text)
    return typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Row) : undefined
  } catch {
    return undefined
  }
}

/** The suffix that a cell's control adds to the name of its field. */
export function cellName(row: number, column_id: string): string {
  return `r${row}_${column_id}`
}
