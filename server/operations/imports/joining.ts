// Adds what lines of the file say to matters that exist: people, contact details, tags and notes that are missing, and
// values where there are none. Nothing that is there is changed. A file may join thousands of matters, so it takes a
// few statements for all; a matter that several lines join takes its turn with each.

import { classOf } from "../../definition/people/relationships.ts"
import type { EventSubject } from "../../firm/events/events.ts"
import { addImportedNotes, listNoteTexts } from "../../follow-up/notes/imported-notes.ts"
import { listContactsOfMany } from "../../intake/contacts/contacts.ts"
import { checkedEdits } from "../../intake/contacts/fields.ts"
import { checkedLists } from "../../intake/contacts/many-details.ts"
import { addPeople, readPeople, savePeople } from "../../intake/contacts/many-people.ts"
import { internationalForm } from "../../intake/contacts/phones.ts"
import type { Contact } from "../../intake/contacts/schema.ts"
import { assignMany } from "../../intake/matters/assignment.ts"
import { completeFilings } from "../../intake/matters/filing/filing.ts"
import { recordMany } from "../../intake/matters/many/changes.ts"
import { closeUninvited, completeMaritalStatuses } from "../../intake/matters/many/completing.ts"
import { linkPartners, type PartnerState, readPartnerStates } from "../../intake/matters/parties/parties.ts"
import type { Tx } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { storePeople } from "./creating.ts"
import { keysOf } from "./duplicates.ts"
import { isClient, type PlannedPerson } from "./people.ts"
import type { PlannedMatter } from "./plan.ts"

export interface Join {
  matter_id: string
  planned: PlannedMatter
}

/** Adds what is missing to the matters, and returns those that it closed, for `recordEvents`; throws "not found". */
export async function joinPlanned(tx: Tx, joins: readonly Join[]): Promise<EventSubject[]> {
  const turns = new Map<string, number>()
  const rounds = Map.groupBy(joins, ({ matter_id }) => {
    const turn = turns.get(matter_id) ?? 0
    turns.set(matter_id, turn + 1)
    return turn
  })
  for (const round of rounds.values()) await joinRound(tx, round)
  const ended = joins.flatMap(({ matter_id, planned: { opened_on, closed_on } }) =>
    closed_on ? [{ matter_id, opened_on, closed_on }] : [],
  )
  return closeUninvited(tx, [...new Map(ended.map((one) => [one.matter_id, one])).values()])
}

/** Each matter at most once. */
async function joinRound(tx: Tx, joins: readonly Join[]): Promise<void> {
  const ids = joins.map(({ matter_id }) => matter_id)
  const states = await readPartnerStates(tx, ids)
  const [contacts, notes] = [await listContactsOfMany(tx, ids), await listNoteTexts(tx, ids)]
  const people = joins.flatMap(({ matter_id, planned }) => {
    const state = states.get(matter_id)
    if (!state) throw notFound()
    // Each person of a line is another one: two who look like the same stored person are that one and a new one.
    const free = new Set(contacts.get(matter_id))
    return planned.people.map((person) => {
      const same = [...free].find((contact) => isSamePerson(contact, person))
      if (same) free.delete(same)
      return { matter_id, state, person, same }
    })
  })
  await addMissing(
    tx,
    people.filter(({ same }) => same === undefined),
  )
  await fillIn(
    tx,
    people.flatMap(({ matter_id, same, person }) => (same ? { matter_id, contact: same, person } : [])),
  )
  await completeFilings(
    tx,
    joins.map(({ matter_id, planned: { file_number, due_on, tags } }) => {
      return { matter_id, file_number, due_on: due_on || null, tags }
    }),
  )
  await completeMaritalStatuses(
    tx,
    joins.map(({ matter_id, planned: { marital_status } }) => ({ matter_id, marital_status })),
  )
  await assignMany(
    tx,
    joins.flatMap(({ matter_id, planned: { assignee } }) =>
      assignee ? { matter_id, user_id: assignee.id } : [],
    ),
  )
  await addImportedNotes(
    tx,
    joins.flatMap(({ matter_id, planned }) =>
      planned.notes.flatMap((text) => (notes.get(matter_id)?.has(text) ? [] : { matter_id, text })),
    ),
  )
}

interface Missing {
  matter_id: string
  state: PartnerState
  person: PlannedPerson
}

/** Adds people. The main client of another name stays as they are, and so does a couple's other client. */
async function addMissing(tx: Tx, missing: readonly Missing[]): Promise<void> {
  const added = missing.flatMap(({ matter_id, state, person }) => {
    if (person.relationship_type === "1MAIN" || (isClient(person) && state.contact_spouse_id !== null))
      return []
    const contact_id = newId("contact")
    if (isClient(person)) state.contact_spouse_id = contact_id
    state.people += 1
    return { matter_id, contact_id, state, position: state.people, planned: person }
  })
  if (added.length === 0) return
  await addPeople(
    tx,
    added.map(({ matter_id, contact_id, state, position, planned }) => ({
      ...{ id: contact_id, matter_id, position, relationship_type: planned.relationship_type },
      is_client: isClient(planned) && state.client_type === "self",
    })),
  )
  await linkPartners(
    tx,
    added.filter(({ planned }) => isClient(planned)),
  )
  await storePeople(tx, added)
  await recordMany(
    tx,
    added.map(({ matter_id, contact_id, planned: { relationship_type: value } }) => {
      return { matter_id, record_id: contact_id, field: "relationship_type", value, previous: null }
    }),
  )
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

interface Known {
  matter_id: string
  contact: Contact
  person: PlannedPerson
}

/** Enters what is missing: fields that are empty, and details of which there is no other spelling. */
async function fillIn(tx: Tx, known: readonly Known[]): Promise<void> {
  const people = await readPeople(
    tx,
    known.map(({ contact }) => contact.id),
  )
  await savePeople(
    tx,
    known.map(({ matter_id, contact, person }) => {
      const stored = people.get(contact.id)
      const before = stored?.lists ?? {}
      const emails = new Set(contact.email_addresses.map(({ email }) => email.toLowerCase()))
      const phones = new Set(contact.phone_numbers.map(({ number }) => spellingOf(number)))
      const added = checkedLists({
        emails: person.emails.filter(({ email }) => !emails.has(email.toLowerCase())),
        phones: person.phones.filter(({ number }) => !phones.has(spellingOf(number))),
        addresses: person.address && contact.addresses.length === 0 ? [person.address] : [],
      })
      const edits = Object.entries(person.fields).flatMap(([field, value]) =>
        value && !contact[field as keyof PlannedPerson["fields"]] ? { field, value } : [],
      )
      const lists = Object.entries(added).map(([field, rows]) => [field, [...(before[field] ?? []), ...rows]])
      return {
        ...{ matter_id, contact_id: contact.id, stored },
        ...{ edits: checkedEdits(edits), lists: Object.fromEntries(lists) },
      }
    }),
  )
}

function spellingOf(number: string): string {
  return internationalForm(number) ?? number
}
