import { type PersonField, personFields } from "../../../definition/people/person-fields.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import { moneyText } from "../../assets/console/money.ts"
import { fieldLabel } from "../missing/missing-sentences.ts"

/** Formats a value of a difference: amounts and dates arrive as stored. */
export function formatValue(text: string, field: string): string {
  if (field === "credit_value" || field === "debit_value") return moneyText(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? displayDate(text, "en") : text
}

const labels: Record<string, string> = {
  name: "Name",
  full_name: "Name",
  contact_main_status: "Status",
  contact_main_marital_status: "Marital status",
  relationship: "Relationship",
  is_client: "Client",
  assignments: "Who serves",
  identifier_value: "Name or address",
  owner_value: "Owner",
  credit_value: "Value",
  debit_value: "Owed",
  beneficiaries: "Beneficiaries",
}

export function differenceLabel(field: string): string {
  const known = labels[field]
  if (known) return known
  return (personFields as readonly string[]).includes(field) ? fieldLabel(field as PersonField, "en") : field
}
