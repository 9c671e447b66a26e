// A workbook with one sheet of any length. The workbook library holds all rows in memory, so it only renders a sheet of
// two rows. All rows are then written in place of the second one, in batches, while the file is sent.
import { Readable } from "node:stream"
import type { Row } from "write-excel-file/node"
import type { Column } from "../../../platform/files/csv.ts"
import { type ZipEntry, zipOf } from "../zip.ts"
import type { CellKind } from "./matter-tables.ts"
import { columnNameOf, headerCell, typedCell, withFilter } from "./workbook.ts"

export interface SheetColumn<Item> extends Column<Item> {
  kind: CellKind
}

/** The file's bytes; `next` returns the items after the last one given, none at the end. */
export async function longWorkbook<Item>(
  sheet: string,
  columns: readonly SheetColumn<Item>[],
  time_zone: string,
  next: (last: Item | undefined) => Promise<readonly Item[]>,
): Promise<Readable> {
  const { files, before, sample, after } = await modelOf(sheet, columns, time_zone)
  const styles = new Map(
    [...sample.matchAll(/<c r="([A-Z]+)2" s="(\d+)"/g)].map(([, at, style]) => [at, style]),
  )
  const places = columns.map((_, index) => columnNameOf(index))
  async function* rows(): AsyncGenerator<string> {
    yield before
    let number = 2
    for (let some = await next(undefined); some.length > 0; some = await next(some.at(-1))) {
      const lines = some.map((item) => {
        const cells = columns.map(({ of, kind }, index) => {
          const at = places[index] ?? ""
          return cellXml(`${at}${number}`, typedCell(of(item), kind, time_zone), styles.get(at))
        })
        return `<row r="${number++}">${cells.join("")}</row>`
      })
      yield lines.join("")
    }
    yield withFilter(after, columns.length, number - 2)
  }
  const content = async () => Readable.from(rows(), { objectMode: false })
  return zipOf([...files, { path: sheet_path, modified_at: new Date(), content }])
}

const sheet_path = "xl/worksheets/sheet1.xml"

/**
 * Renders a workbook with the headings and one row, which shows the styles of dates and times; splits its sheet at that
 * row.
 */
async function modelOf<Item>(sheet: string, columns: readonly SheetColumn<Item>[], time_zone: string) {
  // Loaded with the first workbook.
  const [{ default: writeWorkbook }, { default: PizZip }] = await Promise.all([
    import("write-excel-file/node"),
    import("pizzip"),
  ])
  const headings = columns.map((column) => headerCell(column, time_zone))
  const data: Row[] = [headings, columns.map(({ kind }) => typedCell(samples[kind], kind, time_zone))]
  const widths = headings.map(({ value }, index) => ({
    width: Math.max(value.length + 8, columns[index]?.kind === "text" ? 24 : 12),
  }))
  const options = { sheet, columns: widths, stickyRowsCount: 1, fontFamily: "Calibri", fontSize: 11 }
  const zip = new PizZip(await writeWorkbook(data, options).toBuffer())
  const xml = zip.file(sheet_path)?.asText() ?? ""
  const start = xml.indexOf('<row r="2"')
  const end = xml.indexOf("</row>", start) + "</row>".length
  if (start === -1 || end < start) throw new Error("The workbook's sheet has no second row.")
  const files: ZipEntry[] = Object.values(zip.files)
    .filter(({ dir, name }) => !dir && name !== sheet_path)
    .map((file) => ({ path: file.name, modified_at: new Date(), content: file.asText() }))
  return { files, before: xml.slice(0, start), sample: xml.slice(start, end), after: xml.slice(end) }
}

const samples: Partial<Record<CellKind, string>> = { date: "2026-03-02", moment: "2026-03-02T09:30:00Z" }

function cellXml(at: string, cell: Row[number], style: string | undefined): string {
  if (cell === null || typeof cell !== "object" || !("value" in cell)) return ""
  const { value } = cell
  if (typeof value === "boolean") return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`
  if (typeof value === "number") return `<c r="${at}"><v>${value}</v></c>`
  if (value instanceof Date) return `<c r="${at}" s="${style}"><v>${serialOf(value)}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(String(value))}</t></is></c>`
}

/** An Excel date: days since December 30, 1899. */
function serialOf(moment: Date): number {
  return (moment.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000
}

/** Escapes text for XML 1.0 and removes the characters it doesn't allow. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "")
    .replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark] ?? "")
}
