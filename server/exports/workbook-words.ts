import { maritalWords } from "../definition/marital-status.ts"
import type { QuestionType } from "../definition/question-types.ts"
import type { MatterState } from "../matters/filters.ts"
import type { Cell } from "./csv.ts"

/** Headings that are clearer than the names that programs use. */
export const headings: Readonly<Record<string, string>> = {
  contacts: "People",
  due_on: "Due",
  open_date: "Opened",
  close_date: "Closed",
  identifier: "Description",
  credit_value: "Value",
  debit_value: "Owed",
  net_value: "Net",
  what: "Purpose",
  sent_alone_by: "Sent separately by",
  path: "Path in the archive",
  for_name: "For",
  to_name: "To",
  position: "Choice",
  type: "Kind",
  words: "Request",
  share_percent: "Share in percent",
}

export const stateWords: Record<MatterState, string> = {
  created: "Not started",
  started: "In progress",
  submitted: "Submitted",
  completed: "Completed",
  closed: "Closed",
}

export const questionWords: Record<QuestionType, string> = {
  text: "Text",
  long_text: "Long text",
  yes_no: "Yes or no",
  one_of: "One of",
  many_of: "Any of",
  date: "Date",
  number: "Number",
  money: "Amount",
  percentage: "Percentage",
  email: "Email address",
  phone: "Phone number",
  ssn: "Social Security number",
  ein: "Employer ID number",
  contact: "Person",
  address: "Address",
  table: "Table of rows",
  file: "File",
  computed: "Calculated value",
  notice: "Notice, no answer",
}

/** The words for the codes of each column. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client_type: { self: "The client", representative: "A representative" },
  main_contact_status: { living: "Living", deceased: "Deceased", incapacitated: "Incapacitated" },
  marital_status: maritalWords.en,
  type: questionWords,
  level: { primary: "Primary", contingent: "If others cannot" },
  state: {
    collected: "Not sent yet",
    open: "Open",
    answered: "Answered",
    resolved: "Resolved",
    withdrawn: "Withdrawn",
  },
}

/** The cell in words; unchanged where its column has no codes. */
export function wordOf(column: string | undefined, cell: Cell): Cell {
  if (typeof cell !== "string") return cell
  const own = words[column ?? ""]
  return own && Object.hasOwn(own, cell) ? own[cell] : cell
}
