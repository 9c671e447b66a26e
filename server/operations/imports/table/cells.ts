// One line of the file by field: its cells, and what was found wrong with them.
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import type { Parsed } from "../../../definition/faults/faults.ts"
import { isOrganization, splitCouple } from "../couples.ts"
import { type ImportField, importFields, type Mapping } from "../fields.ts"
import { hasCode, isNumberedField, wholeNumber, withoutCodes } from "./cell-texts.ts"
import type { TableRow } from "./table.ts"

export interface Finding {
  /** As spreadsheets count: the header is line 1. */
  line: number
  /** The column's position; undefined for the entire line. */
  at?: number | undefined
  /** The column's name in the file. */
  column: string
  message: string
  /** How the import goes on without a corrected file: without the cell, unless it says otherwise. */
  remedy?: "line" | "assignee" | undefined
}

/** What spreadsheets call a column, counted from 0: A, B, … Z, AA. */
export function columnLabel(column: number): string {
  return column < 0 ? "" : columnLabel(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26))
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
  /** Reports a fault that only another colleague's name mends. */
  unknownColleague: (message: string) => void
  /** Reports what makes the entire line impossible. */
  refuse: (field: ImportField, message: string) => void
  /** Reports what staff should look at before they create anything. */
  question: (field: ImportField, message: string) => void
}

/** A line of the file, whose readers add what they find to `found`. */
export function openLine(row: TableRow, header: readonly string[], mapping: Mapping, found: Found): Line {
  const cells = cellsByField(row, header, mapping, found)
  const couple = separateCouple(cells)
  const of = (field: ImportField) => cells.get(field) ?? []
  const nameOf = (at: number) => header[at] || `Column ${columnLabel(at)}`
  const findingAt = (field: ImportField, message: string, cell = of(field)[0]): Finding => {
    const at = cell?.column ?? mapping.indexOf(field)
    if (at < 0) return { line: row.line, column: importFields[field], message }
    return { line: row.line, at, column: nameOf(at), message }
  }
  const fault: Line["fault"] = (field, message, cell) => {
    found.faults.push(findingAt(field, message, cell))
    return ""
  }
  const report = (field: ImportField, message: string, remedy: Finding["remedy"]) =>
    found.faults.push({ ...findingAt(field, message), remedy })
  if (couple) found.questions.push(findingAt(couple.field, couple.message))
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
        return fault(field, faultSentence(parsed.fault, nameOf(cell.column), "en"), cell)
      return parsed.kind === "value" ? parsed.value : ""
    },
    fault,
    unknownColleague: (message) => report("assignee", message, "assignee"),
    refuse: (field, message) => report(field, message, "line"),
    question: (field, message) => found.questions.push(findingAt(field, message)),
  }
}

export interface Found {
  faults: Finding[]
  questions: Finding[]
  /** Columns of numbers such as 2024.10, whose zeros mean something. */
  decimals?: ReadonlySet<number>
}

function cellsByField(
  { line, cells }: TableRow,
  header: readonly string[],
  mapping: Mapping,
  { questions, decimals }: Found,
): Map<ImportField, Cell[]> {
  const found = new Map<ImportField, Cell[]>()
  let kind = ""
  mapping.forEach((field, column) => {
    const written = cells[column] ?? ""
    const whole = isNumberedField(field) && !decimals?.has(column) ? wholeNumber(written) : written
    const text = withoutCodes(whole)
    const doubt = text === whole ? "looks as if it has" : `was read as “${text.slice(0, 60)}”: it has`
    // Programs fill empty cells with “&nbsp;”.
    if (field && text !== "" && (text !== whole || hasCode(text)))
      questions.push({
        ...{ line, at: column, column: header[column] ?? "" },
        message: `“${whole.slice(0, 60)}” ${doubt} codes of another program.`,
      })
    if (field === "detail_kind") kind = text
    else if (field) {
      const name = header[column] ?? ""
      if (text !== "" && !isNoValue(text, field))
        found.set(field, [...(found.get(field) ?? []), { text, column, kind: kind || name }])
      kind = ""
    }
  })
  return found
}

/** What people write into a cell that has no value. “Na” and “None” are last names, and NA is Namibia. */
function isNoValue(text: string, field: ImportField): boolean {
  if (field === "note" || text.length > 20) return false
  if (/^(?:n\/a|<na>|[-–—?]+|nmn|nmi)$/i.test(text)) return true
  const isWord =
    /^(?:na|nan|nat|none|null|nil|unknown|unk|tbd|keine|unbekannt|ningun[oa]|desconocid[oa])\.?$/i.test(text)
  return isWord && field !== "country" && (!field.endsWith("name") || field === "spouse_full_name")
}

/** Gives the second of two people in a client's name cell the cells of the spouse. */
function separateCouple(
  cells: Map<ImportField, Cell[]>,
): { field: ImportField; message: string } | undefined {
  for (const field of ["full_name", "first_name"] as const) {
    const [cell] = cells.get(field) ?? []
    const names = cell && !isOrganization(cell.text) ? splitCouple(cell.text) : undefined
    if (!cell || !names) continue
    const [one, other] = names
    if (one === "") {
      cells.set(field, [{ ...cell, text: other }])
      return { field, message: `“${cell.text.slice(0, 80)}” also has a spouse, whose name is not known.` }
    }
    const last = field === "first_name" ? cells.get("last_name") : undefined
    cells.set(field, [{ ...cell, text: one }])
    const isNamed = spouseNames.some((name) => cells.has(name))
    if (!isNamed && last && !other.includes(" ")) {
      cells.set("spouse_first_name", [{ ...cell, text: other }])
      cells.set("spouse_last_name", last)
    } else if (!isNamed) cells.set("spouse_full_name", [{ ...cell, text: other }])
    return { field, message: `“${cell.text.slice(0, 80)}” was read as two people: “${one}” and “${other}”.` }
  }
  return undefined
}

const spouseNames = ["spouse_full_name", "spouse_first_name", "spouse_last_name"] as const

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
  if (/^=(?:[a-z][a-z.]*\(|[a-z]{1,3}\d|['a-z].{0,40}!)/i.test(text))
    return `“${text.slice(0, 40)}” is a formula. Write the value that it shows.`
  if (/�|Ã[\u0080-\u00bf\u2013-\u203a\u0160\u0161\u0178\u0192]|â€|Â[\u00a0-\u00bf]/.test(text))
    return `“${text.slice(0, 40)}” has letters that another program damaged. Choose below how the file is read, or save it as UTF-8 from the original.`
  return undefined
}
