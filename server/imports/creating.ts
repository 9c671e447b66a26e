// Creates planned matters. What is known of their people is stored at the end, in a few statements for all of them: a
// file may have thousands.
import { addDetails } from "../contacts/contact-details.ts"
import { storeNewFacts } from "../contacts/editing.ts"
import { assignMatter } from "../matters/assignment.ts"
import { changeFiling } from "../matters/filing.ts"
import { createMatter } from "../matters/matters.ts"
import { addPartnerTo, addPerson, isPartnerType } from "../matters/parties.ts"
import { addNote } from "../notes/notes.ts"
import type { Tx } from "../platform/db/database.ts"
import { newId } from "../platform/ids.ts"
import type { PlannedPerson } from "./people.ts"
import type { PlannedMatter } from "./plan.ts"

export interface NewPerson {
  matter_id: string
  contact_id: string
  planned: PlannedPerson
}

/** Creates the matter with its people, whom the caller gives to `storePeople`; returns its id. */
export async function createPlanned(
  tx: Tx,
  questionnaire_id: string,
  planned: PlannedMatter,
  added: NewPerson[],
): Promise<string> {
  const { name, reference, opened_on, file_number, due_on, tags, assignee, people, notes } = planned
  const context = reference ? { reference } : undefined
  const open_date = opened_on || undefined
  const matter = await createMatter(tx, { questionnaire_id, matter_name: name, context, open_date })
  for (const [index, person] of people.entries()) {
    const { relationship_type } = person
    let contact_id = matter.contact_main_id
    if (index > 0 && isPartnerType(relationship_type)) contact_id = await addPartnerTo(tx, matter)
    else if (index > 0) {
      contact_id = newId("contact")
      await addPerson(tx, matter.id, contact_id, { relationship_type, is_client: false })
    }
    added.push({ matter_id: matter.id, contact_id, planned: person })
  }
  if (file_number || due_on || tags.length > 0)
    await changeFiling(tx, matter.id, { file_number, due_on: due_on || null, tags })
  if (assignee) await assignMatter(tx, matter.id, assignee.id)
  for (const text of notes) await addNote(tx, matter.id, { text, assignee_id: null, due_date: null })
  return matter.id
}

/** Stores what the file says about people who were just added, and empties the list. */
export async function storePeople(tx: Tx, added: NewPerson[]): Promise<void> {
  const people = added.splice(0)
  if (people.length === 0) return
  await storeNewFacts(
    tx,
    people.map(({ contact_id, planned: { fields, relationship_type } }) => ({
      ...fields,
      relationship_type,
      contact_id,
    })),
  )
  await addDetails(
    tx,
    people.map(({ planned: { emails, phones, address }, ...ids }) => ({
      ...ids,
      emails,
      phones,
      addresses: address ? [address] : [],
    })),
  )
}
