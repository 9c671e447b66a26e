/** The rows of a table as they are stored: one JSON object for each, cells by the id of their column. */

export const max_rows = 50
export const max_columns = 8

/** The cells of a row by column; blank ones are left out. */
export type Row = Readonly<Record<string, unknown>>

/** The cells of a stored row; undefined for what is none. */
export function rowOf(text: string): Row | undefined {
  try {
    const row: unknown = text.trim() === "" ? {} : JSON.parse(text)
    return typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Row) : undefined
  } catch {
    return undefined
  }
}

/** The name of a cell's control behind the name of its field. */
export function cellName(row: number, column_id: string): string {
  return `r${row}_${column_id}`
}
