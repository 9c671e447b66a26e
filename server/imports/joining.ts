// Adds what a line of the file says to a matter that exists: people, contact details, tags and notes that are missing,
// and values where there are none. Nothing that is there is changed.
import { changeAddresses, changeEmails, changePhones } from "../contacts/contact-details.ts"
import { listContacts } from "../contacts/contacts.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { internationalForm } from "../contacts/phones.ts"
import type { Contact } from "../contacts/schema.ts"
import { classOf } from "../definition/relationships.ts"
import { assignMatter } from "../matters/assignment.ts"
import { changeFiling, getFiling } from "../matters/filing.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { addPartnerTo } from "../matters/parties.ts"
import { addImportedNotes } from "../notes/imported-notes.ts"
import { listNotes } from "../notes/notes.ts"
import type { Tx } from "../platform/db/database.ts"
import { storePeople } from "./creating.ts"
import { keysOf } from "./duplicates.ts"
import { isClient, type PlannedPerson } from "./people.ts"
import type { PlannedMatter } from "./plan.ts"

/** Adds what is missing to the matter; throws "not found". */
export async function joinPlanned(tx: Tx, matter_id: string, planned: PlannedMatter): Promise<void> {
  const contacts = await listContacts(tx, matter_id)
  for (const person of planned.people) await joinPerson(tx, matter_id, contacts, person)
  await joinFiling(tx, matter_id, planned)
  if (planned.assignee && (await getMatterRow(tx, matter_id)).assignee_id === null)
    await assignMatter(tx, matter_id, planned.assignee.id)
  const notes = planned.notes.length > 0 ? await listNotes(tx, matter_id) : []
  const missing = planned.notes.filter((text) => !notes.some((note) => note.text === text))
  await addImportedNotes(
    tx,
    missing.map((text) => ({ matter_id, text })),
  )
}

async function joinFiling(tx: Tx, matter_id: string, planned: PlannedMatter): Promise<void> {
  const { file_number, due_on, tags } = planned
  if (!file_number && !due_on && tags.length === 0) return
  const current = await getFiling(tx, matter_id)
  await changeFiling(tx, matter_id, {
    file_number: current.file_number || file_number,
    due_on: current.due_on ?? (due_on || null),
    tags: [...new Set([...current.tags, ...tags])].slice(0, 20),
  })
}

async function joinPerson(
  tx: Tx,
  matter_id: string,
  contacts: readonly Contact[],
  person: PlannedPerson,
): Promise<void> {
  const same = contacts.find((contact) => isSamePerson(contact, person))
  if (same) return fillIn(tx, same, person)
  const { relationship_type } = person
  if (relationship_type === "1MAIN") return
  if (!isClient(person)) {
    const contact_id = await addContact(tx, matter_id, { relationship_type })
    return storePeople(tx, [{ matter_id, contact_id, planned: person }])
  }
  // A couple's other client, by another name, stays as they are.
  const matter = await getMatterRow(tx, matter_id)
  if (matter.contact_spouse_id !== null) return
  await storePeople(tx, [{ matter_id, contact_id: await addPartnerTo(tx, matter), planned: person }])
}

/** A son has his father's name: the clients of the file are clients of the matter, and the others are others. */
function isSamePerson(contact: Contact, person: PlannedPerson): boolean {
  const names = namesOf(person.fields)
  return (
    (classOf(contact.relationship.type) === 1) === (classOf(person.relationship_type) === 1) &&
    !isOther(contact.suffix, person.fields.suffix) &&
    namesOf(contact).some((name) => names.includes(name))
  )
}

function isOther(one: string | null, other: string): boolean {
  return Boolean(one && other) && keysOf([one ?? ""])[0] !== keysOf([other])[0]
}

function namesOf(person: Pick<PlannedPerson["fields"], "first_name" | "last_name"> & { full_name?: string }) {
  return keysOf([`${person.first_name} ${person.last_name}`, person.full_name ?? ""])
}

async function fillIn(tx: Tx, contact: Contact, planned: PlannedPerson): Promise<void> {
  const given = Object.entries(planned.fields).flatMap(([field, value]) =>
    value && !contact[field as keyof PlannedPerson["fields"]] ? [{ field, value }] : [],
  )
  if (given.length > 0) await changeContact(tx, contact.id, given)
  const emails = new Set(contact.email_addresses.map(({ email }) => email.toLowerCase()))
  const newEmails = planned.emails.filter(({ email }) => !emails.has(email.toLowerCase()))
  if (newEmails.length > 0) await changeEmails(tx, contact.id, [...contact.email_addresses, ...newEmails])
  const phones = new Set(contact.phone_numbers.map(({ number }) => spellingOf(number)))
  const newPhones = planned.phones.filter(({ number }) => !phones.has(spellingOf(number)))
  if (newPhones.length > 0) await changePhones(tx, contact.id, [...contact.phone_numbers, ...newPhones])
  if (planned.address && contact.addresses.length === 0)
    await changeAddresses(tx, contact.id, [planned.address])
}

function spellingOf(number: string): string {
  return internationalForm(number) ?? number
}
