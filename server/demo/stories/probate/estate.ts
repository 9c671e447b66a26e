import type { Calendar } from "../../calendar.ts"
import { pdf, photo } from "../../sample_documents.ts"
import type { AssetGiven, FileGiven, Given, RoleGiven } from "../../story.ts"
import { asset, file } from "../../writing.ts"

export const answers = (calendar: Calendar): Given["answers"] => ({
  question_domicile: "Prince George’s County, Maryland",
  question_place_of_death: "Hyattsville, Maryland",
  question_decedent_ssn: "987-65-4324",
  question_decedent_work: "retired",
  question_veteran: false,
  question_medicaid: false,
  question_has_will: "yes",
  question_will_original: "somebody",
  question_will_keeper: "partner",
  question_will_date: calendar.yearsAgo(7, "10-03"),
  question_named_executor: "representative",
  question_codicil: false,
  question_trust: false,
  question_dispute: true,
  question_dispute_detail:
    "Mamadou lent our father $9,000 for the roof and thinks it should be paid back before anything is divided. There is no paper.",
  question_urgent: ["animals"],
  question_funeral_cost: "8950",
  question_funeral_payer: "representative",
  question_anything_else: "My mother stays in the house. Please call me first; she tires easily.",
})

export const roles: RoleGiven[] = [
  { role: "role_personal_representative", levels: [["representative"], ["mamadou", "aissa"]] },
  { role: "role_property_keeper", levels: [["partner"]] },
]

export const assets = (calendar: Calendar): Record<string, AssetGiven> => ({
  house: asset("real_estate", "15 Harvest Glen, Hyattsville, MD 20782", "joint", {
    credit_value: "412000",
    debit_value: "31870.44",
    fields: { field_occupied: "family" },
  }),
  checking: asset("bank", "Chesapeake Credit Union …6620", "main", { credit_value: "18244.19" }),
  savings: asset("bank", "Chesapeake Credit Union …6621", "joint", { credit_value: "52310" }),
  stocks: asset("investments", "Anacostia Brokers …1904", "main", {
    credit_value: "96420.75",
    beneficiaries: [
      ["mamadou", "50"],
      ["aissa", "50"],
    ],
  }),
  pension: asset("retirement", "County Transit Pension …0071", "main", {
    credit_value: "64000",
    beneficiaries: [["partner", "100"]],
  }),
  policy: asset("life_insurance", "Capital Fraternal, certificate 55120", "main", {
    credit_value: "25000",
    beneficiaries: [
      ["partner", "50"],
      ["theo", "50"],
    ],
  }),
  car: asset("vehicles", "Toyota Camry", "main", {
    credit_value: "9800",
    debit_value: "0",
    fields: { field_keys: "Geneviève" },
  }),
  kora: asset("household", "A kora and two carved doors from Mali", "main", { credit_value: "3500" }),
  safe_box: asset("safe", "Chesapeake Credit Union, Hyattsville branch", "joint"),
  hospital: asset("debts", "Riverdale Hospital", "main", {
    debit_value: "6120.90",
    fields: { field_due: calendar.daysAgo(-21) },
  }),
  roof_loan: asset("debts", "Mamadou Koné, for the roof (disputed)", "main", { debit_value: "9000" }),
})

export const files = (calendar: Calendar): FileGiven[] => [
  file("request_death_certificate", "Death certificate.pdf", () =>
    pdf("Certificate of Death", "Maryland Department of Health", [
      "Decedent: Ibrahima Koné. Marital status: married.",
      `Date of death: ${calendar.daysAgo(52)}. Place: Hyattsville, Prince George’s County.`,
    ]),
  ),
  file("request_will", "Will of Ibrahima Koné, all pages.pdf", () =>
    pdf("Last Will and Testament", "Ibrahima Koné", [
      "I leave my share of the house to my wife Geneviève for her life, then to my three children.",
      "I name my daughter Fatoumata as personal representative, and my other children after her.",
    ]),
  ),
  file("request_funeral_bill", "Whitlock funeral home.pdf", () =>
    pdf("Statement of Goods and Services", "Whitlock Funeral Home", ["Total: $8,950.00. Paid in full."]),
  ),
  file("request_identity", "My license.png", () => photo([112, 72, 48])),
  file("checking", "Statement 6620.pdf", () =>
    pdf("Statement of Account", "Chesapeake Credit Union", [
      `Balance on ${calendar.daysAgo(52)}: $18,244.19.`,
    ]),
  ),
  file("hospital", "Hospital bill.pdf", () =>
    pdf("Patient Statement", "Riverdale Hospital", ["Balance due after insurance: $6,120.90."]),
  ),
]
