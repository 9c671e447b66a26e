// One line of the file by field: its cells, and what was found wrong with them.
import { faultSentence } from "../definition/fault-sentences.ts"
import type { Parsed } from "../definition/faults.ts"
import { type ImportField, importFields, type Mapping } from "./fields.ts"
import type { TableRow } from "./table.ts"

export interface Finding {
  /** As spreadsheets count: the header is line 1. */
  line: number
  /** The column's name in the file. */
  column: string
  message: string
}

export interface Cell {
  text: string
  column: number
  /** What kind of phone, email or address it is, in the words of the file: those of a column before it, or its name. */
  kind: string
}

export interface Line {
  line: number
  /** The cells of a field that hold something, in the order of the file. */
  of: (field: ImportField) => readonly Cell[]
  text: (field: ImportField) => string
  /** What a reader makes of a field's cell, the first unless given; reports what it cannot read, and returns "". */
  read: (field: ImportField, reader: (text: string) => Parsed<string>, cell?: Cell) => string
  /** Reports what has to be corrected; returns "", the value to go on with. */
  fault: (field: ImportField, message: string, cell?: Cell) => ""
  /** Reports what staff should look at before they create anything. */
  question: (field: ImportField, message: string) => void
}

/** A line of the file, whose readers add what they find to `found`. */
export function openLine(row: TableRow, header: readonly string[], mapping: Mapping, found: Found): Line {
  const cells = cellsByField(row, header, mapping)
  const of = (field: ImportField) => cells.get(field) ?? []
  const findingAt = (field: ImportField, message: string, cell = of(field)[0]): Finding => {
    const at = cell?.column ?? mapping.indexOf(field)
    const column = at < 0 ? importFields[field] : header[at] || `Column ${at + 1}`
    return { line: row.line, column, message }
  }
  const fault: Line["fault"] = (field, message, cell) => {
    found.faults.push(findingAt(field, message, cell))
    return ""
  }
  return {
    line: row.line,
    of,
    text: (field) => of(field)[0]?.text ?? "",
    read: (field, reader, cell = of(field)[0]) => {
      if (!cell) return ""
      const damage = damageOf(cell.text)
      if (damage) return fault(field, damage, cell)
      const parsed = reader(cell.text)
      if (parsed.kind === "fault")
        return fault(field, faultSentence(parsed.fault, importFields[field], "en"), cell)
      return parsed.kind === "value" ? parsed.value : ""
    },
    fault,
    question: (field, message) => found.questions.push(findingAt(field, message)),
  }
}

export interface Found {
  faults: Finding[]
  questions: Finding[]
}

function cellsByField(
  { cells }: TableRow,
  header: readonly string[],
  mapping: Mapping,
): Map<ImportField, Cell[]> {
  const found = new Map<ImportField, Cell[]>()
  let kind = ""
  mapping.forEach((field, column) => {
    const text = cells[column] ?? ""
    if (field === "detail_kind") kind = text
    else if (field) {
      const name = header[column] ?? ""
      if (text !== "") found.set(field, [...(found.get(field) ?? []), { text, column, kind: kind || name }])
      kind = ""
    }
  })
  return found
}

/** Excel writes long numbers and failed formulas so that the value itself is lost. */
function damageOf(text: string): string | undefined {
  if (/^[+-]?\d(?:[.,]\d{1,14})?E[+-]?\d{1,3}$/i.test(text))
    return `The spreadsheet program shortened a long number to “${text}”. Format the column as text in the original file, and save it again.`
  if (
    /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|BEZUG!|NV|WERT!|ZAHL!|¡REF!|¡VALOR!)$|^#{3,}$/i.test(
      text,
    )
  )
    return `“${text.slice(0, 20)}” is an error of the spreadsheet program. Write the value itself.`
  return undefined
}
