// Stores a planned matter with its people, by the functions that forms use.
import { changeAddresses, changeEmails, changePhones } from "../contacts/contact-details.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { assignMatter } from "../matters/assignment.ts"
import { changeFiling } from "../matters/filing.ts"
import { createMatter } from "../matters/matters.ts"
import { addPartnerTo, isPartnerType } from "../matters/parties.ts"
import { addNote } from "../notes/notes.ts"
import type { Tx } from "../platform/db/database.ts"
import type { PlannedPerson } from "./people.ts"
import type { PlannedMatter } from "./plan.ts"

/** Creates the matter and returns its id. */
export async function createPlanned(
  tx: Tx,
  questionnaire_id: string,
  planned: PlannedMatter,
): Promise<string> {
  const { name, reference, opened_on, file_number, due_on, tags, assignee, people, notes } = planned
  const context = reference ? { reference } : undefined
  const open_date = opened_on || undefined
  const matter = await createMatter(tx, { questionnaire_id, matter_name: name, context, open_date })
  for (const [index, person] of people.entries()) {
    const { relationship_type } = person
    if (index === 0) await storePerson(tx, matter.contact_main_id, person)
    else if (isPartnerType(relationship_type)) {
      const partner_id = await addPartnerTo(tx, matter)
      await storePerson(tx, partner_id, person, [{ field: "relationship_type", value: relationship_type }])
    } else await storePerson(tx, await addContact(tx, matter.id, { relationship_type }), person)
  }
  if (file_number || due_on || tags.length > 0)
    await changeFiling(tx, matter.id, { file_number, due_on: due_on || null, tags })
  if (assignee) await assignMatter(tx, matter.id, assignee.id)
  for (const text of notes) await addNote(tx, matter.id, { text, assignee_id: null, due_date: null })
  return matter.id
}

/** Stores what a line says about a person who has just been added. */
export async function storePerson(
  tx: Tx,
  contact_id: string,
  { fields, emails, phones, address }: PlannedPerson,
  more: readonly { field: string; value: string }[] = [],
): Promise<void> {
  const given = Object.entries(fields).flatMap(([field, value]) => (value ? [{ field, value }] : []))
  await changeContact(tx, contact_id, [...more, ...given])
  if (emails.length > 0) await changeEmails(tx, contact_id, emails)
  if (phones.length > 0) await changePhones(tx, contact_id, phones)
  if (address) await changeAddresses(tx, contact_id, [address])
}
