// The child process of uploaded-table.ts.
import { answerParent } from "../../../platform/files/foreign/child.ts"
import { mappingOf } from "../mapping.ts"
import { readTable } from "./table.ts"
import type { UploadedTable } from "./uploaded-table.ts"
import { isWorkbook, readWorkbook } from "./workbook.ts"

answerParent(async ({ file }: { file: Uint8Array }): Promise<UploadedTable> => {
  const read = isWorkbook(file) ? await readWorkbook(file) : { csv: file, sheet: undefined, hidden: 0 }
  return { ...read, mapping: mappingOf(readTable(read.csv)) }
})
