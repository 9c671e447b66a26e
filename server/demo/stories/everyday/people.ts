import type { Calendar } from "../../calendar.ts"
import { pdf } from "../../sample_documents.ts"
import type { FileGiven, Given, PersonGiven } from "../../story.ts"
import { email, file, mobile } from "../../writing.ts"
import type { Household } from "./household.ts"

/** The clients with all that is asked of them, their children, and whom they trust. */
export function peopleOf(household: Household, calendar: Calendar): Given {
  const { last, partner, children = [], address, phone, status } = household
  const reach = { phones: [mobile(phone)], emails: [email(household.email)], addresses: [address] }
  return {
    facts: { contact_main_marital_status: status, number_of_children: children.length },
    people: {
      main: { ...personOf(household, household, calendar), ...reach },
      ...(partner && { partner: { ...personOf(partner, household, calendar), ...reach } }),
      ...Object.fromEntries(
        children.map((child) => [
          child.first,
          {
            ...personOf(child, household, calendar),
            last_name: last,
            relationship_type: child.sex === "Female" ? "2DATR" : "2SON",
          },
        ]),
      ),
      ...Object.fromEntries(trustedIn(household)[1] ? [] : [trustedPerson(household)]),
    },
  }
}

export function personOf(
  { first, sex, age }: { first: string; sex: "Male" | "Female"; age: number },
  { last }: Household,
  calendar: Calendar,
): PersonGiven {
  const day = `0${1 + (first.length % 9)}-1${last.length % 9}`
  return {
    first_name: first,
    last_name: last,
    gender_binary: sex,
    date_of_birth: calendar.yearsAgo(age, day),
  }
}

/** The key of the person they trust, and whether that is one of the children. */
export function trustedIn({ trusted, children = [] }: Household): [key: string, isChild: boolean] {
  const isChild = children.some(({ first }) => first === trusted.first)
  return [isChild ? trusted.first : "trusted", isChild]
}

export function trustedPerson({ trusted }: Household, rest: PersonGiven = {}): [string, PersonGiven] {
  const { first, last, relationship_type } = trusted
  return ["trusted", { relationship_type, first_name: first, last_name: last, ...rest }]
}

export function fullStreet({ address: { street, city, state, postal_code } }: Household): string {
  return `${street}, ${city}, ${state} ${postal_code}`
}

export function identityOf(request: string, name: string): FileGiven {
  return file(request, `License ${name}.pdf`, () =>
    pdf("Driver License", "Copy for the firm", ["Both sides were shown and compared with the original."]),
  )
}
