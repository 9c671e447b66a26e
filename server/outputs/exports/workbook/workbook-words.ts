import { kinds } from "../../../definition/kinds.ts"
import { ownValue } from "../../../definition/own-value.ts"
import { maritalWords } from "../../../definition/people/marital-status.ts"
import type { Cell } from "../../../platform/files/csv.ts"

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

/** The words for the codes of each column. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client_type: { self: "The client", representative: "A representative" },
  main_contact_status: { living: "Living", deceased: "Deceased", incapacitated: "Incapacitated" },
  marital_status: maritalWords.en,
  type: Object.fromEntries(Object.entries(kinds).map(([type, { label }]) => [type, label])),
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
  return ownValue(words[column ?? ""] ?? {}, cell) ?? cell
}
