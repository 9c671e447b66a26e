// The home of the fictional couple.
import { ada, ben, id, matter } from "./example-people.ts"

export const category = id("fincat", "0012")
export const real_estate = { id: "A017", label: "Real Estate" }

export const asset = {
  id: id("asset", "0011"),
  for_matter: matter,
  for_fin_category: category,
  general_category: real_estate,
  identifier_label: "Address",
  identifier_value: "12 Elm Street",
  owner_label: "Owner",
  owner_value: "Ada Maria Smith and Ben Smith",
  credit_label: "Value",
  credit_value: "500000.00",
  debit_label: "Mortgage",
  debit_value: "120000.50",
  net_value: "379999.50",
  additional_fields: [{ id: id("finfield", "0013"), prompt: "Date of purchase", answer: "1999-03-04" }],
  beneficiaries: null,
}

export const owners = [
  { contact: ada, name: "Ada Maria Smith", share: null },
  { contact: ben, name: "Ben Smith", share: null },
]
