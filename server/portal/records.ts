// What several parts of one page read, read once. A refreshed visit reads anew.
import { readAnswers } from "../answers/answers.ts"
import { listPeople, type PersonRow } from "../contacts/contacts.ts"
import { relationshipLabel } from "../contacts/relationships.ts"
import { readRevisions } from "../matters/changes.ts"
import type { Answers } from "../questionnaires/conditions.ts"
import type { Pickable } from "./person_picker.tsx"
import type { Visit } from "./visit.ts"

type Revisions = Record<string, Record<string, number>>

const people = new WeakMap<Visit, Promise<PersonRow[]>>()
const revisions = new WeakMap<Visit, Promise<Revisions>>()
const answers = new WeakMap<Visit, Promise<Answers>>()

/** Everybody of the matter, in the order of relationships. */
export function peopleOf(visit: Visit): Promise<PersonRow[]> {
  return once(people, visit, () => listPeople(visit.tx, visit.matter.id))
}

/** The revision in force of every field, by record. */
export function revisionsOf(visit: Visit): Promise<Revisions> {
  return once(revisions, visit, () => readRevisions(visit.tx, visit.matter.id))
}

/** Every answer by `answerKey`, sensitive ones in clear: never to be sent to the browser as they are. */
export function answersOf(visit: Visit): Promise<Answers> {
  return once(answers, visit, () => readAnswers(visit.tx, visit.parts.ring, visit.matter.id))
}

/** Everybody who can be picked: people with a name, and what they are to the client. */
export async function pickablePeople(visit: Visit): Promise<Pickable[]> {
  const named = (await peopleOf(visit)).filter(({ full_name }) => full_name !== "")
  return named.map(({ id, full_name, relationship_type }) => ({
    contact_id: id,
    name: full_name,
    hint:
      id === visit.client.contact_id
        ? visit.words.person.you
        : relationshipLabel(relationship_type, visit.lang),
  }))
}

function once<Value>(
  kept: WeakMap<Visit, Promise<Value>>,
  visit: Visit,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(visit) ?? read()
  kept.set(visit, known)
  return known
}
