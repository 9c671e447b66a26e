// Reads an Excel workbook (ECMA-376) as the CSV file that Excel would save of it: the first visible sheet with a table,
// each cell as it is shown. It is unpacked up to a limit, whatever the archive says of its size.
import { stringify } from "csv-stringify/sync"
import { fromBufferPromise } from "yauzl"
import { Failure } from "../../../platform/errors.ts"
import { readXml } from "../../../platform/text/xml.ts"
import type { NumberFormat } from "./number-formats.ts"
import { type Lines, readSheet, refused, type Sheet } from "./worksheet.ts"

const max_unpacked_bytes = 30 * 1024 ** 2
const max_entries = 2_000

export interface WorkbookTable {
  csv: Buffer
  /** The sheet's name, if others have content too. */
  sheet: string | undefined
  /** Lines that a filter or a person hid; they are imported too. */
  hidden: number
}

/** Whether the file is an archive, or a workbook that Excel encrypted or wrote before 2007. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex")
  return start === "504b0304" || start === "d0cf11e0"
}

/** The workbook's table; throws "bad request" for another kind of file, or one without a table. */
export async function readWorkbook(bytes: Uint8Array): Promise<WorkbookTable> {
  if (bytes[0] === 0xd0)
    throw refused(
      "This workbook has a password or is older than Excel 2007. Save it as .xlsx without a password, or as CSV.",
    )
  try {
    return await readParts(await unpack(Buffer.from(bytes)))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw refused("The file is damaged. Open it in Excel, save it again, and upload the new file.")
  }
}

async function readParts(parts: Map<string, string>): Promise<WorkbookTable> {
  if (!parts.has("xl/workbook.xml"))
    throw refused("This is not an Excel workbook (.xlsx). Save the table as .xlsx or CSV.")
  const { sheets, is_1904 } = await readStructure(parts)
  const shared = await readStrings(parts.get("xl/sharedStrings.xml") ?? "")
  const formats = await readFormats(parts.get("xl/styles.xml") ?? "")
  const read: (Sheet & { name: string })[] = []
  for (const { name, path } of sheets)
    read.push({ name, ...(await readSheet(parts.get(path) ?? "", { shared, formats, is_1904 })) })
  const filled = read.filter(({ rows }) => rows.some(Boolean))
  const table = filled.find(({ rows }) => rows.filter(Boolean).length > 1)
  if (!table)
    throw refused("The workbook has no sheet with column names and a line for each person below them.")
  return {
    csv: csvOf(table.rows),
    sheet: filled.length > 1 ? table.name : undefined,
    hidden: table.hidden,
  }
}

/** Sheets, strings and styles; nothing else is unpacked. */
const needed =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i

async function unpack(file: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  let unpacked = 0
  let entries = 0
  const archive = await fromBufferPromise(file, { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    entries += 1
    if (entries > max_entries) throw refused("The workbook has too many parts.")
    if (!needed.test(entry.fileName)) continue
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      unpacked += (chunk as Buffer).length
      if (unpacked > max_unpacked_bytes)
        throw refused("The workbook unpacks to more than 30 MB. Save the sheet with the clients as CSV.")
      chunks.push(chunk as Buffer)
    }
    parts.set(entry.fileName, Buffer.concat(chunks).toString())
  }
  return parts
}

async function readStructure(parts: Map<string, string>) {
  const targets = new Map<string, string>()
  await readXml(parts.get("xl/_rels/workbook.xml.rels") ?? "", {
    open: (_, { Id = "", Target = "" }) => targets.set(Id, pathOf(Target)),
  })
  const sheets: { name: string; path: string }[] = []
  let is_1904 = false
  await readXml(parts.get("xl/workbook.xml") ?? "", {
    open: (element, attributes) => {
      if (element === "workbookPr") is_1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "")
      if (element !== "sheet" || (attributes.state ?? "visible") !== "visible") return
      const path = targets.get(attributes["r:id"] ?? attributes.id ?? "")
      // Naming one sheet many times would cost its length each time.
      if (path && !sheets.some((sheet) => sheet.path === path))
        sheets.push({ name: attributes.name ?? "", path })
    },
  })
  return { sheets, is_1904 }
}

function pathOf(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`
}

async function readStrings(xml: string): Promise<string[]> {
  const found: string[] = []
  let text = ""
  let isPhonetic = false
  await readXml(xml, {
    open: (element) => {
      if (element === "si") text = ""
      if (element === "rPh") isPhonetic = true
    },
    text: (part, inside) => {
      if (inside === "t" && !isPhonetic) text += part
    },
    close: (element) => {
      if (element === "si") found.push(text)
      if (element === "rPh") isPhonetic = false
    },
  })
  return found
}

/** Excel's own limit. A format is read again for each of its cells. */
const max_code_length = 255

/** The number format of each cell style. */
async function readFormats(xml: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  await readXml(xml, {
    open: (element, { numFmtId, formatCode = "" }) => {
      const id = Number(numFmtId ?? 0)
      if (element === "numFmt" && formatCode.length <= max_code_length) codes.set(id, formatCode)
      if (element === "cellXfs") isOfCells = true
      if (element === "xf" && isOfCells) formats.push({ id, code: codes.get(id) ?? "" })
    },
    close: (element) => {
      if (element === "cellXfs") isOfCells = false
    },
  })
  return formats
}

/** Empty lines stay, so that lines are numbered as in the sheet. */
function csvOf(rows: Lines): Buffer {
  return Buffer.from(Array.from(rows, (row) => (row ? stringify([row]) : "\n")).join(""))
}
