import type { ClientsSection, PeopleSection } from "../../../definition/definition.ts"
import { type FieldRule, fieldsOfClient, fieldsOfGroup } from "../../../definition/parts.ts"
import type { PersonField } from "../../../definition/people/person-fields.ts"
import { groupOf, relationshipLabel } from "../../../definition/people/relationships.ts"
import type { Language } from "../../../definition/text.ts"
import { isApproximateDate } from "../../../definition/values/dates.ts"
import { languageSigned } from "../../agreements/agreements.ts"
import type { ToSign } from "../../agreements/signing.ts"
import type { PersonRow } from "../../contacts/contacts.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import { clientsInSection } from "../../matters/missing-details.ts"
import { isUnfinished, type UnfinishedField } from "../../matters/progress/unfinished-fields.ts"
import type { Missing } from "./missing-answer.ts"
import { codeOfField, fieldLabel, missingSentence, signatureSentence } from "./missing-sentences.ts"

export interface MissingContext {
  matter: MatterRow
  people: readonly PersonRow[]
  /** Fields whose typed text is not a value yet. */
  unfinished: readonly UnfinishedField[]
  this_year: number
  language: Language
}

/** Missing fields the clients section requires of the clients, the representative and the person represented. */
export function missingOfClients(section: ClientsSection, context: MissingContext): Missing[] {
  const { matter, people } = context
  return clientsInSection(matter, section.with_partner).flatMap(([who, id]) => {
    const person = people.find((one) => one.id === id)
    return person ? missingFields(section.id, fieldsOfClient(section, who), person, context) : []
  })
}

/** Missing fields the people section requires of everyone added to one of its groups. */
export function missingOfPeople(section: PeopleSection, context: MissingContext): Missing[] {
  return section.groups
    .filter((group) => group.included)
    .flatMap((group) =>
      context.people
        .filter((person) => !person.is_client && groupOf(person.relationship_type) === group.group)
        .flatMap((person) =>
          missingFields(section.id, fieldsOfGroup(group), person, context).filter(
            ({ where }) =>
              !("field" in where) || findApproximate(context, person.id, where.field) === undefined,
          ),
        ),
    )
}

/** The signatures that the firm wants before submission: one item for each signer who has not signed. */
export function missingSignatures(all: readonly ToSign[], language: Language): Missing[] {
  return all
    .filter(({ is_required, before_sending, is_signed }) => is_required && before_sending && !is_signed)
    .flatMap((toSign) => {
      const label = toSign.title[languageSigned(toSign, language)]
      const unsigned = toSign.signers.filter(({ signature }) => signature === undefined)
      return unsigned.map(
        ({ contact_id, full_name }): Missing => ({
          section_id: "",
          where: { agreement_id: toSign.agreement_id, signer_id: contact_id },
          code: "signature_missing",
          label,
          ...(full_name && { person: full_name }),
          message: signatureSentence(label, full_name, language),
        }),
      )
    })
}

/** The unfinished date whose day is unknown. */
function findApproximate(context: MissingContext, record_id: string, field: string) {
  const unfinished = context.unfinished.find((each) => each.record_id === record_id && each.field === field)
  return unfinished && isApproximateDate(unfinished.typed, context.this_year) ? unfinished : undefined
}

function missingFields(
  section_id: string,
  fields: readonly FieldRule[],
  person: PersonRow,
  context: MissingContext,
): Missing[] {
  const { language } = context
  const name = person.full_name || relationshipLabel(person.relationship_type, language)
  return fields
    .map((included) => ({
      ...included,
      is_begun: isUnfinished(context.unfinished, person.id, included.field),
    }))
    .filter(
      ({ field, required, is_begun }) => (required || is_begun) && isBlank(field, person, context.matter),
    )
    .map(({ field, is_begun }) => {
      const code = is_begun ? "date_unfinished" : codeOfField(field)
      const label = fieldLabel(field, language)
      const message = missingSentence(code, label, name, language)
      return { section_id, where: { contact_id: person.id, field }, code, label, person: name, message }
    })
}

/** Whether a person's field has no value. */
export function isBlank(field: PersonField, person: PersonRow, matter: MatterRow): boolean {
  switch (field) {
    case "marital_status":
      return person.id === matter.contact_main_id
        ? matter.contact_main_marital_status === ""
        : person.marital_status === ""
    case "first_name":
    case "last_name":
      // Charities and many people have a single name.
      return person.first_name === "" && person.last_name === ""
    case "number_of_children":
      return matter.number_of_children === null
    case "phone_numbers":
    case "email_addresses":
    case "addresses":
      return person[field].length === 0
    default:
      return (person[field] ?? "") === ""
  }
}
