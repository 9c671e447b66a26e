import type { PeopleSection } from "../../../definition/definition.ts"
import { groupOf, relationshipLabel } from "../../../definition/people/relationships.ts"
import type { Language } from "../../../definition/text.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import type { Contact } from "../../contacts/schema.ts"
import { findApproximateDate } from "../review/approximate-dates.ts"
import type { Snapshot } from "../snapshot.ts"
import { type CopyGroup, type CopyRow, type CopySource, withValues } from "./copy-shape.ts"
import { copyWords } from "./copy-words.ts"

/** The clients, or the representative and the person represented, and what they have in common. */
export function clientGroups({ snapshot, language }: CopySource): CopyGroup[] {
  const { matter, contacts } = snapshot
  const words = copyWords[language]
  const ids = [matter.contact_representative?.id, matter.contact_main.id, matter.contact_spouse?.id]
  const shared = withValues([
    { label: words.marital_status, value: words.marital[matter.contact_main_marital_status] ?? "" },
    { label: words.number_of_children, value: String(matter.number_of_children || "") },
  ])
  return [
    ...ids
      .flatMap((id) => contacts.filter((contact) => contact.id === id))
      .map((each) => personGroup(each, snapshot, language)),
    { title: words.shared, rows: shared },
  ]
}

/** Everyone else, group by group. */
export function peopleGroups({ groups }: PeopleSection, { snapshot, language }: CopySource): CopyGroup[] {
  const { matter, contacts } = snapshot
  const parties = [matter.contact_representative?.id, matter.contact_main.id, matter.contact_spouse?.id]
  return groups
    .filter(({ included }) => included)
    .flatMap(({ group }) =>
      contacts.filter(
        ({ id, relationship }) => !parties.includes(id) && groupOf(relationship.type) === group,
      ),
    )
    .map((contact) => personGroup(contact, snapshot, language))
}

function personGroup(person: Contact, { approximate_dates = [] }: Snapshot, language: Language): CopyGroup {
  const words = copyWords[language]
  const dateOf = (field: "date_of_birth" | "date_of_death"): string => {
    const date = person[field]
    return date === null
      ? findApproximateDate(approximate_dates, person.id, field, language)
      : displayDate(date, language)
  }
  const { relationship, is_client } = person
  const sex = { Male: words.male, Female: words.female }[person.gender_binary] ?? ""
  const rows: CopyRow[] = [
    { label: words.relationship, value: is_client ? "" : relationshipLabel(relationship.type, language) },
    { label: words.also_known_as, value: person.also_known_as ?? "" },
    { label: words.preferred_name, value: person.preferred_name ?? "" },
    { label: words.date_of_birth, value: dateOf("date_of_birth") },
    { label: words.date_of_death, value: dateOf("date_of_death") },
    { label: words.gender_binary, value: sex },
    {
      label: words.phone,
      value: person.phone_numbers
        .map(({ number, type }) => words.phone_of(number, words.phone_kinds[type] ?? type))
        .join("\n"),
    },
    { label: words.email, value: person.email_addresses.map(({ email }) => email).join("\n") },
    { label: words.address, value: person.addresses.map(({ full_address }) => full_address).join("\n") },
  ]
  const given = withValues(rows)
  const name = { label: words.full_name, value: person.full_name }
  return { title: person.full_name, rows: given.length > 0 ? given : withValues([name]) }
}
