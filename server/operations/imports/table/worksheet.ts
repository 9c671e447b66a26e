// The cells of one sheet of a workbook, as text. Pure.
import { badField } from "../../../platform/errors.ts"
import { readXml } from "../../../platform/text/xml.ts"
import { type NumberFormat, shownNumber } from "./number-formats.ts"

const max_columns = 500
const max_rows = 100_000
const max_characters = 5 * 1024 ** 2

/** By line, from 0; an empty line is undefined. */
export type Lines = (string[] | undefined)[]

export interface Sheet {
  rows: Lines
  /** Lines with content that a filter or a person hid. */
  hidden: number
}

export interface SheetContext {
  shared: readonly string[]
  formats: readonly NumberFormat[]
  is_1904: boolean
}

interface Cell {
  column: number
  type: string
  style: number
  value: string
  inline: string
  formula: string
}

/** The sheet's lines; throws "bad request" for more than any table has. */
export async function readSheet(xml: string, context: SheetContext): Promise<Sheet> {
  const rows: Lines = []
  const hidden = new Set<number>()
  const merged: string[] = []
  let row = -1
  let cell: Cell | undefined
  let next_column = 0
  let isPhonetic = false
  // A short cell may name a long string, as often as it likes.
  let characters = 0
  await readXml(xml, {
    open: (element, { r, t = "n", s = "0", ref, ...attributes }) => {
      if (element === "rPh") isPhonetic = true
      if (element === "mergeCell" && ref) merged.push(ref)
      if (element === "row") {
        row = r ? Number(r) - 1 : row + 1
        next_column = 0
        if (/^(?:1|true)$/.test(attributes.hidden ?? "")) hidden.add(row)
      }
      if (element !== "c") return
      const column = r ? columnOf(r) : next_column
      next_column = column + 1
      cell = { column, type: t, style: Number(s), value: "", inline: "", formula: "" }
    },
    text: (text, inside) => {
      if (!cell) return
      if (inside === "v") cell.value += text
      if (inside === "t" && !isPhonetic) cell.inline += text
      if (inside === "f") cell.formula += text
    },
    close: (element) => {
      if (element === "rPh") isPhonetic = false
      if (element !== "c" || !cell) return
      const text = unescaped(textOf(cell, context))
      characters += text.length
      if (characters > max_characters)
        throw refused("The sheet has more than 5 MB of text. Split it into smaller files.")
      if (text.trim() !== "") place(rows, row, cell.column, text)
      cell = undefined
    },
  })
  fillMerged(rows, merged)
  return { rows, hidden: [...hidden].filter((line) => rows[line]).length }
}

/** Cells merged downward have their text in each of their lines: it is said once for all of them. */
function fillMerged(rows: Lines, merged: readonly string[]): void {
  // Merged cells may overlap in a file made for that.
  let left = max_rows
  for (const reference of merged) {
    const [, first = "", start = "", end = ""] =
      /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? []
    const column = columnOf(first)
    const text = rows[Number(start) - 1]?.[column]
    if (text === undefined) continue
    for (let line = Number(start); line < Math.min(Number(end), rows.length) && left > 0; line++, left--)
      if (rows[line] && !rows[line]?.[column]) place(rows, line, column, text)
  }
}

function place(rows: Lines, row: number, column: number, text: string): void {
  if (!(row >= 0 && row < max_rows))
    throw refused(`The sheet has more than ${max_rows.toLocaleString("en-US")} lines.`)
  if (!(column >= 0 && column < max_columns)) throw refused(`The sheet has more than ${max_columns} columns.`)
  const cells = rows[row] ?? []
  while (cells.length < column) cells.push("")
  cells[column] = text
  rows[row] = cells
}

function textOf(
  { type, style, value, inline, formula }: Cell,
  { shared, formats, is_1904 }: SheetContext,
): string {
  // Programs other than Excel may leave the result to it. Excel's own may be an empty text.
  if (formula && !value && !inline && type !== "str") return `=${formula}`
  if (type === "s") return shared[Number(value)] ?? ""
  if (type === "inlineStr") return inline
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type === "d") return value.slice(0, 10)
  return type === "n" ? shownNumber(value, formats[style] ?? { id: 0, code: "" }, is_1904) : value
}

/** Column “AB” of cell AB12, from 0. */
function columnOf(reference: string): number {
  const [column = ""] = /^[A-Z]{1,3}/.exec(reference) ?? []
  return [...column].reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1
}

/** Excel writes characters that XML cannot hold, and line breaks of old, as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Thrown for a file that cannot be imported. */
export function refused(message: string) {
  return badField("file", "unreadable", message)
}
