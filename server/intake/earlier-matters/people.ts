import { foldText } from "../../definition/values/folded-text.ts"
import type { Tx } from "../../platform/db/database.ts"
import { found } from "../../platform/errors.ts"
import { changeAddresses, changeEmails, changePhones } from "../contacts/contact-details.ts"
import { listPeople, type PersonRow } from "../contacts/contacts.ts"
import { addContact, changeContact, type NewContact } from "../contacts/editing.ts"
import { changeMatterFacts } from "../contacts/facts.ts"
import { contactFields } from "../contacts/fields.ts"
import { addPartner } from "../contacts/partner.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import type { Person } from "../matters/parties/parties.ts"

/** Who fills a matter in: the client or a representative. */
export function clientOf({ contact_representative_id, contact_main_id }: MatterRow): string {
  return contact_representative_id ?? contact_main_id
}

/** The people who are in both matters anyway: the clients. */
export function pairClients(from: MatterRow, to: MatterRow): Map<string, string> {
  const pairs = new Map([[from.contact_main_id, to.contact_main_id]])
  if (from.contact_spouse_id && to.contact_spouse_id) pairs.set(from.contact_spouse_id, to.contact_spouse_id)
  return pairs
}

interface PeopleChoice {
  partner?: Person | undefined
  /** This person alone, who is the new client. */
  only?: string | undefined
  /** With their phones, emails, and addresses. */
  has_details: boolean
}

/**
 * Copies all people of the earlier matter; typed data of the new clients wins. Returns the new contact ids by the
 * earlier ones.
 */
export async function copyPeople(
  tx: Tx,
  from: MatterRow,
  to: MatterRow,
  { partner, only, has_details }: PeopleChoice,
): Promise<Map<string, string>> {
  const [people, created] = await Promise.all([listPeople(tx, from.id), listPeople(tx, to.id)])
  const pairs = new Map<string, string>()
  if (only) {
    const person = found(people.find(({ id }) => id === only))
    return pairs.set(only, await fillIn(person, clientOf(to)))
  }
  await changeMatterFacts(tx, to.id, [
    { field: "contact_main_marital_status", value: from.contact_main_marital_status },
    { field: "number_of_children", value: from.number_of_children },
  ])
  for (const person of people) {
    const id = await copyPerson(person)
    if (id !== undefined) pairs.set(person.id, id)
  }
  return pairs

  async function copyPerson(person: PersonRow): Promise<string | undefined> {
    if (person.id === from.contact_main_id) return fillIn(person, to.contact_main_id)
    if (person.id === from.contact_representative_id) {
      const other = created.find(({ id }) => id === to.contact_representative_id)
      return other && isSamePerson(person, other) ? fillIn(person, other.id) : undefined
    }
    if (person.id !== from.contact_spouse_id) return addContact(tx, to.id, copyOf(person))
    // No one becomes a client unless staff say so.
    if (to.client_type === "self" && !isSamePerson(person, partner)) return undefined
    const { first_name, last_name, relationship_type } = person
    const id = await addPartner(tx, to.id, { first_name, last_name })
    await changeContact(tx, id, [{ field: "relationship_type", value: relationship_type }])
    return fillIn(person, id)
  }

  /** Fills in the empty fields. */
  async function fillIn(person: PersonRow, id: string): Promise<string> {
    const current = created.find((each) => each.id === id)
    const edits = contactFields
      .filter((field) => field !== "relationship_type" && !current?.[field] && person[field])
      .map((field) => ({ field, value: found(person[field] ?? undefined) }))
    await changeContact(tx, id, edits)
    if (!has_details) return id
    const { phones, emails, addresses } = newContact(person)
    const typed = current?.email_addresses ?? []
    const others = emails.filter(
      ({ email }) => !typed.some((one) => one.email.toLowerCase() === email.toLowerCase()),
    )
    await changePhones(tx, id, phones)
    await changeEmails(tx, id, [...typed, ...others])
    await changeAddresses(tx, id, addresses)
    return id
  }

  function copyOf(person: PersonRow): NewContact {
    const copy = newContact(person)
    return has_details ? copy : { ...copy, phones: [], emails: [], addresses: [] }
  }
}

function newContact(person: PersonRow) {
  return {
    relationship_type: person.relationship_type,
    ...Object.fromEntries(contactFields.map((field) => [field, person[field]])),
    phones: person.phone_numbers.map(({ type, number }) => ({ type, number })),
    emails: person.email_addresses.map(({ type, email }) => ({ type, email })),
    addresses: person.addresses.map(({ id, country_display, full_address, ...address }) => address),
  }
}

/** Whether two people have the same name; omitted names are ignored. */
function isSamePerson(person: PersonRow, other: Person | undefined): boolean {
  const given = (["first_name", "last_name"] as const).filter((name) => other?.[name])
  return given.length > 0 && given.every((name) => foldText(person[name]) === foldText(other?.[name] ?? ""))
}
