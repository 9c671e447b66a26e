// What an import would create, and every fault and question of its file by line and column, before anything is created.
// The file is long because a line is read from its first cell to its last in one place.
import { max_matter_name_length, parseMatterName } from "../../definition/matter-name.ts"
import type { MaritalStatus } from "../../definition/people/marital-status.ts"
import { parseLine, parseText } from "../../definition/values/typed-text.ts"
import { filingFaults, tidyTags } from "../../intake/matters/filing/filing.ts"
import { defaultMatterName } from "../../intake/matters/parties/default-name.ts"
import { type PlannedDays, readDays } from "./closed.ts"
import { readDate } from "./dates.ts"
import type { Mapping } from "./fields.ts"
import { isFlag, repeatedNames } from "./mapping.ts"
import { maritalStatusOf } from "./marital-status.ts"
import {
  isClient,
  type PersonContext,
  type PlannedPerson,
  readPerson,
  readSpouse,
  relationshipOf,
} from "./people.ts"
import { isDecimal, isNumberedField } from "./table/cell-texts.ts"
import { type Finding, type Found, type Line, openLine } from "./table/cells.ts"
import { encodingDoubts } from "./table/encoding-doubts.ts"
import type { ImportTable, TableRow } from "./table/table.ts"

export interface PlannedMatter extends PlannedDays {
  /** Where it begins in the file. */
  line: number
  /** All of its lines. */
  lines: number[]
  name: string
  file_number: string
  /** The matter's number in the other program; kept in its context. */
  reference: string
  due_on: string
  assignee: Colleague | undefined
  marital_status: MaritalStatus | ""
  tags: string[]
  notes: string[]
  /** Main client first. */
  people: PlannedPerson[]
}

export interface ImportPlan {
  matters: PlannedMatter[]
  faults: Finding[]
  questions: Finding[]
  /** Lines that are no client, each with a question that says so. */
  left_out: Finding[]
}

export interface Colleague {
  id: string
  name: string
  email: string
}

export interface PlanContext extends Omit<PersonContext, "writes_h"> {
  /** Who may be an assignee. */
  colleagues: readonly Colleague[]
}

/**
 * Lines with the same number or name form one matter, if a column says who else each is; else each line is one. Plans one
 * row after the other, for a file whose thousands of rows should not keep a process from all else.
 */
export function startPlan(
  { header, rows, ...encoded }: ImportTable,
  mapping: Mapping,
  given: PlanContext,
): { add: (row: TableRow) => void; end: () => ImportPlan } {
  const found: Found = { faults: [], questions: [], decimals: decimalColumns(rows, mapping) }
  const left_out: Finding[] = []
  const matters = new Map<string, PlannedMatter>()
  const context = { ...given, writes_h: writesH(rows, mapping) }
  const isGrouped = mapping.includes("relationship")
  const hasName = mapping.some((field) => field !== null && nameFields.includes(field))
  if (!hasName) found.faults.push({ line: 1, column: "First name", message: no_name })
  else found.questions.push(...questionsOfColumns({ header, rows }, mapping))
  const doubtOf = encodingDoubts(encoded)
  return {
    add(row) {
      if (!hasName) return
      const why = whyLeftOut(row.cells, header, mapping)
      if (why) {
        left_out.push({ line: row.line, column: "", message: why })
        return
      }
      const doubt = doubtOf(row.cells)
      if (doubt) found.questions.push({ line: row.line, column: "", message: doubt })
      const line = openLine(row, header, mapping, found)
      const at = row.cells.findIndex((cell, column) => column >= header.length && cell !== "")
      if (at >= 0)
        found.faults.push({ line: row.line, at, column: "", message: extraCell(row.cells[at] ?? "") })
      const own = `line ${row.line}`
      const key = isGrouped
        ? line.text("reference") || line.text("file_number") || line.text("matter_name") || own
        : own
      const matter = matters.get(key)
      if (matter) addToMatter(line, matter, context)
      else matters.set(key, newMatter(line, context))
    },
    end() {
      const questions = [...found.questions, ...left_out].toSorted((a, b) => a.line - b.line)
      return { matters: [...matters.values()], faults: found.faults, questions, left_out }
    },
  }
}

function decimalColumns(rows: ImportTable["rows"], mapping: Mapping): ReadonlySet<number> {
  return new Set(
    mapping.flatMap((field, at) =>
      isNumberedField(field) && rows.some(({ cells }) => isDecimal(cells[at] ?? "")) ? [at] : [],
    ),
  )
}

/** What is doubtful of entire columns, asked about at the first line. */
function questionsOfColumns(
  { header, rows }: Pick<ImportTable, "header" | "rows">,
  mapping: Mapping,
): Finding[] {
  const line = rows[0]?.line ?? 1
  const questions: Finding[] = []
  const [repeated] = repeatedNames(header, mapping)
  if (repeated !== undefined)
    questions.push({
      ...{ line, at: header.lastIndexOf(repeated), column: repeated },
      message: secondPerson(repeatedNames(header, mapping)),
    })
  const named = mapping.indexOf("matter_name")
  if (named >= 0 && !mapping.includes("relationship") && isFlag(rows, named))
    questions.push({ line, at: named, column: header[named] ?? "", message: no_matter_name })
  return questions
}

const no_matter_name =
  "The column says only Yes or No, or the same in each line, and would name every matter so. Choose below what it holds."

const total =
  /^(?:(?:(?:grand|sub)[ -]?)?totals?|count|number of (?:clients|records)|summe|gesamt(?:summe)?|anzahl|insgesamt)(?: ?[:=#]| ?\(?\d|$)/i

const footer =
  /^(?:(?:page|seite|p[aá]gina) \d|(?:printed|generated|exported|created|gedruckt|impreso) (?:on|by|from|am|el) )/i

/** Why a line is no client: programs write totals below a table, and its header again on each page. */
function whyLeftOut(
  cells: readonly string[],
  header: readonly string[],
  mapping: Mapping,
): string | undefined {
  const filled = cells.filter(Boolean)
  const first = filled[0] ?? ""
  if (first.length < 60 && total.test(first)) return `“${first}” looks like a total. The line is left out.`
  if (filled.length === 1 && footer.test(first))
    return `“${first.slice(0, 60)}” looks like the end of a printed page. The line is left out.`
  if (cells.every((cell, at) => cell === "" || !mapping[at]) && cells.length <= header.length)
    return "The line has nothing in the columns that are imported. It is left out."
  const isHeader = filled.length > 1 && cells.every((cell, at) => cell === "" || cell === header[at])
  return isHeader ? "The line repeats the column names. It is left out." : undefined
}

type LineContext = PlanContext & PersonContext

function writesH(rows: ImportTable["rows"], mapping: Mapping): boolean {
  const columns = mapping.flatMap((field, at) => (field?.endsWith("gender_binary") ? [at] : []))
  return rows.some(({ cells }) => columns.some((at) => cells[at]?.toLowerCase() === "h"))
}

const nameFields: Mapping = ["full_name", "first_name", "last_name"]

/** Reported once for the file instead of for each line. */
const no_name = "Choose below which column holds the first name, the last name, or the full name."

function secondPerson(names: readonly string[]): string {
  const named = names.map((name) => `“${name.slice(0, 40)}”`).join(", ")
  return `Columns stand twice. The second ones were read as the spouse’s: ${named}. Choose below if they are someone else’s.`
}

function extraCell(text: string): string {
  return `The line has more cells than the header has columns: “${text.slice(0, 40)}”. Put text that contains the separator in quotation marks.`
}

function newMatter(line: Line, context: LineContext): PlannedMatter {
  const main = readPerson(line, context)
  const spouse = readSpouse(line, context)
  const typed_name = line.read("matter_name", (text) => parseLine(text, max_matter_name_length))
  const partner = spouse && isClient(spouse) ? spouse : undefined
  const name = typed_name || defaultMatterName(main.fields, partner?.fields)
  // A client without a name has been reported.
  if (parseMatterName(name).kind === "fault")
    line.refuse("matter_name", `The matter’s name has room for ${max_matter_name_length} characters.`)
  return {
    line: line.line,
    lines: [line.line],
    name,
    reference: line.read("reference", (text) => parseLine(text, 500)),
    ...readDays(line, context),
    marital_status: maritalStatusOf(line, { has_partner: partner !== undefined }),
    due_on: readDate(line, "due_on", context, { isPast: false }),
    assignee: assigneeOf(line, context),
    notes: line
      .of("note")
      .map((cell) => line.read("note", (text) => parseText(text, 5_000), cell))
      .filter(Boolean),
    ...filingOf(line),
    people: spouse ? [main, spouse] : [main],
  }
}

function filingOf(line: Line): Pick<PlannedMatter, "file_number" | "tags"> {
  const file_number = line.read("file_number", (text) => parseLine(text, 200))
  const words = line.of("tags").flatMap(({ text }) => text.split(/ ::: |[,;|\n]/))
  // Without Google's own groups: “* myContacts”.
  const tags = tidyTags(words).filter((tag) => !tag.startsWith("* "))
  for (const { param, message } of filingFaults({ file_number, tags }))
    line.refuse(param === "tags" ? "tags" : "file_number", message)
  return { file_number, tags }
}

function assigneeOf(line: Line, { colleagues }: PlanContext): Colleague | undefined {
  const typed = line.text("assignee")
  if (typed === "") return undefined
  const wanted = wordsOf(typed)
  const found = colleagues.filter(
    ({ name, email }) => email.toLowerCase() === typed.toLowerCase() || wordsOf(name) === wanted,
  )
  if (found.length === 1) return found[0]
  const problem = found.length > 1 ? "Several colleagues are called" : "No colleague is called"
  line.unknownColleague(`${problem} “${typed.slice(0, 60)}”.`)
  return undefined
}

/** “Okafor, Noor” and “Noor Okafor” are one colleague. */
function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .toSorted()
    .join(" ")
}

function addToMatter(line: Line, { people, lines }: PlannedMatter, context: LineContext): void {
  lines.push(line.line)
  const typed = line.text("relationship")
  const relationship_type = relationshipOf(typed) ?? ""
  if (relationship_type === "")
    line.refuse(
      "relationship",
      typed
        ? `“${typed.slice(0, 40)}” is not a relationship Foyer knows. Use one such as Spouse, Daughter, Brother or Friend.`
        : "Every person after the first line of a matter needs a relationship to the client.",
    )
  if (isClient({ relationship_type }) && people.slice(1).some(isClient))
    line.refuse("relationship", "This matter already has a spouse or partner.")
  if (readSpouse(line, context))
    line.fault(
      "spouse_full_name",
      "Give this person’s spouse a line too, with the relationship to the client.",
    )
  people.push({ ...readPerson(line, context), relationship_type })
}
