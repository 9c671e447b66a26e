// Creates planned matters, and stores what the file says about them, in a few statements for all: a file may have
// thousands.

import type { EventSubject } from "../../firm/events/events.ts"
import { addImportedNotes } from "../../follow-up/notes/imported-notes.ts"
import { addDetails } from "../../intake/contacts/many-details.ts"
import { addPeople, storeNewFacts } from "../../intake/contacts/many-people.ts"
import { findDefaultAssignee } from "../../intake/matters/assignment.ts"
import { createMatters } from "../../intake/matters/many/matters.ts"
import type { Tx } from "../../platform/db/database.ts"
import { newId } from "../../platform/ids.ts"
import { isClient, type PlannedPerson } from "./people.ts"
import type { PlannedMatter } from "./plan.ts"

export interface NewPerson {
  matter_id: string
  contact_id: string
  planned: PlannedPerson
}

/** Creates the matters, each with the id given; returns them for `recordEvents`. */
export async function createPlanned(
  tx: Tx,
  questionnaire_id: string,
  matters: readonly { id: string; planned: PlannedMatter }[],
): Promise<EventSubject[]> {
  const added = matters.map(({ id, planned }) => ({
    planned,
    id,
    people: planned.people.map((person): NewPerson => {
      return { matter_id: id, contact_id: newId("contact"), planned: person }
    }),
  }))
  const default_assignee = (await findDefaultAssignee(tx, questionnaire_id)) ?? null
  const created = await createMatters(
    tx,
    questionnaire_id,
    added.map(({ id, planned, people }) => ({
      id,
      name: planned.name,
      context: planned.reference ? { reference: planned.reference } : null,
      open_date: planned.opened_on || null,
      close_date: planned.closed_on || null,
      marital_status: planned.marital_status,
      file_number: planned.file_number,
      due_on: planned.due_on || null,
      tags: planned.tags,
      assignee_id: planned.assignee?.id ?? default_assignee,
      people: people.map(({ contact_id, planned }) => ({
        id: contact_id,
        relationship_type: planned.relationship_type,
        is_client: isClient(planned),
      })),
    })),
  )
  await addPeople(tx, created.people)
  await storePeople(
    tx,
    added.flatMap(({ people }) => people),
  )
  await addImportedNotes(
    tx,
    matters.flatMap(({ id, planned }) => planned.notes.map((text) => ({ matter_id: id, text }))),
  )
  return created.subjects
}

/** Stores what the file says about people who were just added. */
export async function storePeople(tx: Tx, people: readonly NewPerson[]): Promise<void> {
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
