// What an import would create, and every fault and question of its file by line and column, before anything is created.
import { max_matter_name_length, parseMatterName } from "../../definition/matter-name.ts"
import { parseLine, parseText } from "../../definition/values/typed-text.ts"
import { filingFaults, tidyTags } from "../../intake/matters/filing/filing.ts"
import { defaultMatterName } from "../../intake/matters/parties/default-name.ts"
import { readDate } from "./dates.ts"
import type { Mapping } from "./fields.ts"
import { repeatedNames } from "./mapping.ts"
import {
  isClient,
  type PersonContext,
  type PlannedPerson,
  readPerson,
  readSpouse,
  relationshipOf,
} from "./people.ts"
import { type Finding, type Found, type Line, openLine } from "./table/cells.ts"
import type { ImportTable } from "./table/table.ts"

export interface PlannedMatter {
  /** Where it begins in the file. */
  line: number
  name: string
  file_number: string
  /** The matter's number in the other program; kept in its context. */
  reference: string
  /** `YYYY-MM-DD`, or empty for today. */
  opened_on: string
  due_on: string
  assignee: Colleague | undefined
  tags: string[]
  notes: string[]
  /** Main client first. */
  people: PlannedPerson[]
}

export interface ImportPlan {
  matters: PlannedMatter[]
  faults: Finding[]
  questions: Finding[]
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

/** Lines with the same number or name form one matter, if a column says who else each is; else each line is one. */
export function planImport({ header, rows }: ImportTable, mapping: Mapping, given: PlanContext): ImportPlan {
  if (!mapping.some((field) => field !== null && nameFields.includes(field)))
    return { matters: [], questions: [], faults: [{ line: 1, column: "First name", message: no_name }] }
  const found: Found = { faults: [], questions: [] }
  const matters = new Map<string, PlannedMatter>()
  const context = { ...given, writes_h: writesH(rows, mapping) }
  const isGrouped = mapping.includes("relationship")
  const repeated = repeatedNames(header, mapping)
  if (repeated[0] !== undefined)
    found.questions.push({
      ...{ line: rows[0]?.line ?? 1, at: header.lastIndexOf(repeated[0]), column: repeated[0] },
      message: secondPerson(repeated),
    })
  for (const row of rows) {
    const left_out = whyLeftOut(row.cells, header, mapping)
    if (left_out) {
      found.questions.push({ line: row.line, column: "", message: left_out })
      continue
    }
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
  }
  return { matters: [...matters.values()], ...found }
}

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
    line.fault("matter_name", `The matter’s name has room for ${max_matter_name_length} characters.`)
  return {
    line: line.line,
    name,
    reference: line.read("reference", (text) => parseLine(text, 500)),
    opened_on: readDate(line, "opened_on", context, { isPast: true }),
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
    line.fault(param === "tags" ? "tags" : "file_number", message)
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
  line.fault(
    "assignee",
    `${problem} “${typed.slice(0, 60)}”. Write the email address shown on the Team page.`,
  )
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

function addToMatter(line: Line, { people }: PlannedMatter, context: LineContext): void {
  const typed = line.text("relationship")
  const relationship_type = relationshipOf(typed) ?? ""
  if (relationship_type === "")
    line.fault(
      "relationship",
      typed
        ? `“${typed.slice(0, 40)}” is not a relationship Foyer knows. Use one such as Spouse, Daughter, Brother or Friend.`
        : "Every person after the first line of a matter needs a relationship to the client.",
    )
  if (isClient({ relationship_type }) && people.slice(1).some(isClient))
    line.fault("relationship", "This matter already has a spouse or partner.")
  if (readSpouse(line, context))
    line.fault(
      "spouse_full_name",
      "Give this person’s spouse a line too, with the relationship to the client.",
    )
  people.push({ ...readPerson(line, context), relationship_type })
}
