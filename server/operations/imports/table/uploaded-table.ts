// Reads an uploaded table for the first time, in a process with limits. What passes is within the limits of table.ts.
import type { Sender } from "../../../platform/files/foreign/fair-line.ts"
import { type Reader, readForeignFile } from "../../../platform/files/foreign/foreign-files.ts"
import type { Mapping } from "../fields.ts"
import { refused } from "./worksheet.ts"

export interface UploadedTable {
  /** The file itself, or the workbook's table. */
  csv: Uint8Array
  /** The name of a workbook's sheet, if others have content too. */
  sheet: string | undefined
  /** How many of a workbook's lines are hidden. */
  hidden: number
  /** As guessed from its columns. */
  mapping: Mapping
}

const reader: Reader = {
  program: new URL("./import-child.ts", import.meta.url),
  kind: "import",
  timeout_ms: 30_000,
  max_heap_mb: 512,
}

/** Throws "bad request" for a file that is no table. */
export async function readUploadedTable(file: Uint8Array, sender: Sender): Promise<UploadedTable> {
  const table = await readForeignFile<UploadedTable>(reader, sender, { file })
  if (!table) throw refused("The file takes too long to read. Save only the sheet with the clients, as CSV.")
  return table
}
