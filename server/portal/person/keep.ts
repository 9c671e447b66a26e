import type { PersonRow } from "../../contacts/contacts.ts"
import { changeContact } from "../../contacts/editing.ts"
import type { SaveResult } from "../../matters/changes.ts"
import type { FieldEdit } from "../ask.tsx"
import type { Visit } from "../visit.ts"
import { keepAddress } from "./address.ts"
import type { Topic } from "./asks.ts"
import { keepReach } from "./reach.ts"

/** Stores edits of one topic of a person. */
export function keepTopic(
  visit: Visit,
  person: PersonRow,
  topic: Topic,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  if (topic === "reach") return keepReach(visit, person, edits)
  if (topic === "address") return keepAddress(visit, person, edits)
  return changeContact(visit.tx, person.id, edits)
}
