// Opens a workbook the way a spreadsheet program does: the archive and its XML, according to ECMA-376.
import { unzip } from "./unzip.ts"

export interface WorkbookCell {
  /** `s` for text, `n` for a number, `b` for a boolean. */
  type: string
  value: string | undefined
}

/** Sheets by name: cells by address, each with its type, style, and value. */
export function readWorkbook(file: Buffer): { sheets: Map<string, Map<string, WorkbookCell>>; xml: string } {
  const files = unzip(file)
  const text = (path: string) => files.get(path)?.toString("utf8") ?? ""
  const plain = (xml: string) =>
    xml
      .replace(/<[^>]+>/g, "")
      .replace(
        /&(lt|gt|quot|apos|amp);/g,
        (_, name) => ({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" })[name as "lt"],
      )
  const shared = [...text("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(([, xml = ""]) =>
    plain(xml),
  )
  const names = [...text("xl/workbook.xml").matchAll(/<sheet [^>]*?name="([^"]+)"/g)].map(
    ([, name = ""]) => name,
  )
  const sheets = names.map((name, index) => {
    const xml = text(`xl/worksheets/sheet${index + 1}.xml`)
    const cells = [...xml.matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, at = "", attributes = "", inner = ""]) => {
        const type = /t="(\w+)"/.exec(attributes)?.[1] ?? "n"
        return [at, { type, value: type === "s" ? shared[Number(plain(inner))] : plain(inner) }] as const
      },
    )
    return [name, new Map(cells)] as const
  })
  return { sheets: new Map(sheets), xml: [...files].map(([path, bytes]) => `${path}\n${bytes}`).join("\n") }
}

/** The cell in a row, counted from 2, under a heading in row 1. */
export function cellOf(
  cells: ReadonlyMap<string, WorkbookCell>,
  heading: string,
  row: number,
): WorkbookCell | undefined {
  const at = [...cells].find(([address, { value }]) => /^[A-Z]+1$/.test(address) && value === heading)?.[0]
  return cells.get(`${at?.replace(/\d+$/, "")}${row}`)
}
