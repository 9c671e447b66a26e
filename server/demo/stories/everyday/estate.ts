import type { Calendar } from "../../calendar.ts"
import { pdf } from "../../sample_documents.ts"
import type { Given } from "../../story.ts"
import { asset, email, file, mobile } from "../../writing.ts"
import type { Household } from "./household.ts"
import { fullStreet, identityOf, personOf, trustedIn, trustedPerson } from "./people.ts"

/** An estate: who died and who is left, then the will and what there is. */
export function estateOf(household: Household, calendar: Calendar): [Given, Given] {
  const { opened, answering, address, phone, status } = household
  const died = calendar.daysAgo(opened + 19)
  const first: Given = {
    facts: { contact_main_marital_status: status, number_of_children: 2 },
    people: {
      representative: {
        first_name: answering?.first,
        last_name: answering?.last,
        phones: [mobile(phone)],
        emails: [email(household.email)],
        addresses: [address],
      },
      main: { ...personOf(household, household, calendar), date_of_death: died, addresses: [address] },
      ...Object.fromEntries([trustedPerson(household, { addresses: [address] })]),
    },
  }
  const [trusted] = trustedIn(household)
  const rest: Given = {
    answers: {
      question_domicile: `${address.city}, ${address.state}`,
      question_decedent_work: "retired",
      question_medicaid: false,
      question_has_will: "no",
      question_trust: false,
      question_funeral_cost: "7400",
      question_funeral_payer: "representative",
    },
    roles: [{ role: "role_personal_representative", levels: [["representative"], [trusted]] }],
    assets: {
      house: asset("real_estate", fullStreet(household), "main", {
        credit_value: "385000",
        debit_value: "0",
        fields: { field_occupied: "nobody" },
      }),
      bank: asset("bank", "Chesapeake Credit Union", "main", { credit_value: "21460.33" }),
    },
    files: [
      file("request_death_certificate", "Death certificate.pdf", () =>
        pdf("Certificate of Death", "Department of Health", [`Date of death: ${died}.`]),
      ),
      identityOf("request_identity", `${answering?.first} ${answering?.last}`),
    ],
  }
  return [first, rest]
}
