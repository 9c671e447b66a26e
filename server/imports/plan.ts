// What an import would create, and every fault of its file by line and column, before anything is created.
import { checkedAddresses, checkedEmails, checkedPhones } from "../contacts/contact-detail-fields.ts"
import { checkedEdits } from "../contacts/fields.ts"
import { parseDateParts, parseIsoDate } from "../definition/dates.ts"
import { faultSentence } from "../definition/fault-sentences.ts"
import { parseMatterName } from "../definition/matter-name.ts"
import { relationships } from "../definition/relationships.ts"
import { isPartnerType } from "../matters/parties.ts"
import { Failure } from "../platform/errors.ts"
import { type ImportField, importFields, type Mapping } from "./mapping.ts"
import type { ImportTable } from "./table.ts"

export interface PlannedPerson {
  /** A code of definition/relationships.ts; the main client's for the first person of a matter. */
  relationship_type: string
  fields: Record<string, string>
  email: string
  phone: string
  address: Record<"street" | "city" | "state" | "postal_code", string>
}

export interface PlannedMatter {
  name: string
  reference: string
  /** Main client first. */
  people: PlannedPerson[]
}

export interface ImportFault {
  /** As spreadsheets count: the header is line 1. */
  line: number
  /** The column's name in the file. */
  column: string
  message: string
}

export interface ImportPlan {
  matters: PlannedMatter[]
  faults: ImportFault[]
}

type Cells = Record<ImportField, string>
type Report = (field: ImportField, message: string) => void

/** Lines with the same name or reference form one matter; the first of them is its main client. */
export function planImport({ header, rows }: ImportTable, mapping: Mapping, today: string): ImportPlan {
  if (!mapping.includes("first_name") && !mapping.includes("last_name"))
    return { matters: [], faults: [{ line: 1, column: importFields.first_name, message: no_name }] }
  const faults: ImportFault[] = []
  const matters = new Map<string, PlannedMatter>()
  rows.forEach((row, index) => {
    const line = index + 2
    const report: Report = (field, message) => {
      const at = mapping.indexOf(field)
      faults.push({ line, column: (at < 0 ? undefined : header[at]) ?? importFields[field], message })
    }
    const cells = cellsOf(row, mapping)
    const key = cells.reference || cells.matter_name || `line ${line}`
    const matter = matters.get(key)
    const person = personOf(cells, matter, today, report)
    if (matter) matter.people.push(person)
    else {
      const { last_name = "", first_name = "" } = person.fields
      const name = cells.matter_name || [last_name, first_name].filter(Boolean).join(", ")
      if (parseMatterName(name).kind !== "value")
        report("matter_name", "The matter or its client needs a name on one line of at most 200 characters.")
      matters.set(key, { name, reference: cells.reference, people: [person] })
    }
    if ([...cells.reference].length > 500) report("reference", "Use at most 500 characters.")
  })
  return { matters: [...matters.values()], faults }
}

/** Reported once for the file instead of for each line. */
const no_name = "Choose above which column holds the first name, the last name, or both."

function cellsOf(row: readonly string[], mapping: Mapping): Cells {
  const cells = Object.fromEntries(Object.keys(importFields).map((field) => [field, ""])) as Cells
  mapping.forEach((field, index) => {
    if (field) cells[field] = row[index] ?? ""
  })
  return cells
}

function personOf(
  cells: Cells,
  matter: PlannedMatter | undefined,
  today: string,
  report: Report,
): PlannedPerson {
  const relationship_type = matter ? relationshipOf(cells, matter, report) : "1MAIN"
  if (!cells.first_name && !cells.last_name) report("first_name", "A person needs a first or a last name.")
  const fields = {
    first_name: cells.first_name,
    middle_name: cells.middle_name,
    last_name: cells.last_name,
    suffix: cells.suffix,
    preferred_name: cells.preferred_name,
    gender_binary: sexOf(cells.gender_binary, report),
    date_of_birth: dateOf("date_of_birth", cells, today, report),
    date_of_death: dateOf("date_of_death", cells, today, report),
  }
  const { email, phone, street, city, state, postal_code } = cells
  const address = { street, city, state, postal_code }
  for (const [field, value] of Object.entries(fields))
    reportFaults(field as ImportField, report, () => checkedEdits([{ field, value: value || null }]))
  reportFaults("email", report, () => checkedEmails([{ type: "home", email }]))
  reportFaults("phone", report, () => checkedPhones([{ type: "mobile", number: phone }]))
  for (const part of ["street", "city", "state", "postal_code"] as const)
    reportFaults(part, report, () => checkedAddresses([{ type: "home", [part]: address[part] }]))
  return { relationship_type, fields, email, phone, address }
}

function relationshipOf({ relationship }: Cells, { people }: PlannedMatter, report: Report): string {
  const wanted = relationship.toLowerCase()
  const found = relationships.find(
    ({ type, short }) => type.toLowerCase() === wanted || short.toLowerCase() === wanted,
  )
  const type = synonyms[wanted] ?? found?.type
  if (!type || type === "1MAIN" || type === "0CLNT") {
    report(
      "relationship",
      relationship
        ? `“${relationship}” is not a relationship Foyer knows. Use one such as Spouse, Daughter, Brother or Friend.`
        : "Every person after the first line of a matter needs a relationship to the client.",
    )
    return ""
  }
  if (isPartnerType(type) && people.some((person) => isPartnerType(person.relationship_type)))
    report("relationship", "This matter already has a spouse or partner.")
  return type
}

const synonyms: Readonly<Record<string, string>> = {
  husband: "1MARR",
  wife: "1MARR",
  partner: "1LIFP",
  "domestic partner": "1LIFP",
}

function sexOf(text: string, report: Report): string {
  if (text === "") return ""
  if (/^(m|male|man)$/i.test(text)) return "Male"
  if (/^(f|female|woman)$/i.test(text)) return "Female"
  report("gender_binary", "Write Male or Female, or leave it empty.")
  return ""
}

/** `1962-03-05`, `3/5/1962` or `March 5, 1962`; ambiguous dates are read in the American order. */
function dateOf(
  field: "date_of_birth" | "date_of_death",
  cells: Cells,
  today: string,
  report: Report,
): string {
  const text = cells[field]
  const bounds = { today, max: "today" }
  const parts =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/i.exec(text)
  const read = parts
    ? parseDateParts({ month: parts[1], day: parts[2], year: parts[3] }, bounds)
    : parseIsoDate(text, bounds)
  if (read.kind === "value") return read.value
  if (read.kind === "fault") report(field, faultSentence(read.fault, importFields[field], "en"))
  return ""
}

/** Runs the forms' own checks, so an import accepts only what a form would. */
function reportFaults(field: ImportField, report: Report, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Their messages start with the API's name of the field.
    for (const { message } of error.errors ?? [])
      report(field, message.replace(/^["“][^"”]*["”]/, `“${importFields[field]}”`))
  }
}
