import type { Definition } from "../../../../definition/definition.ts"
import { findRelationship, relationshipLabel } from "../../../../definition/people/relationships.ts"
import type { PersonRow } from "../../../contacts/contacts.ts"
import { deceased, former, placeKey, type Staying } from "../../../contacts/fallen-out.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import type { Assignment } from "../../../roles/roles.ts"
import { isolated } from "../../copy/text/isolated.ts"

/** The data that findings are derived from. */
export interface MatterFacts {
  definition: Definition
  visible: ReadonlySet<string>
  /** The one or two clients, main first. */
  clients: readonly string[]
  matter: MatterRow
  people: readonly PersonRow[]
  assignments: readonly Assignment[]
  /** Where clients keep people who have died or are no longer a spouse or partner. */
  staying: ReadonlyMap<string, Staying>
  /** The `answerKey` of each answer that a change of the marriage has put in doubt. */
  in_doubt: ReadonlySet<string>
  /** `YYYY-MM-DD`. */
  today: string
}

/** A person's name within a sentence, or the relationship while there is none. */
export function nameOf(person: PersonRow): string {
  return isolated(person.full_name) || relationshipLabel(person.relationship_type, "en")
}

export function isDeceased(person: PersonRow, { matter }: MatterFacts): boolean {
  if (person.id === matter.contact_main_id && matter.contact_main_status === "deceased") return true
  return person.date_of_death !== null || deceased.includes(person.relationship_type)
}

/** "former spouse" or "former partner" for those of the clients; undefined for everyone else. */
export function formerPartner(person: PersonRow, { matter }: MatterFacts): string | undefined {
  const codes = [person.relationship_type, person.partner_relationship_type]
  const code = codes.find((one) => one !== null && former.includes(one))
  if (code) return findRelationship(code)?.short.toLowerCase()
  const isDivorced = matter.contact_main_marital_status === "divorced"
  return isDivorced && person.id === matter.contact_spouse_id ? "former spouse" : undefined
}

/** That a client decided that the person stays named at the place; blank if no one was asked. */
export function stayingInWords(
  person: PersonRow,
  place: Parameters<typeof placeKey>[0],
  { staying }: MatterFacts,
): string {
  const decision = staying.get(person.id)
  return decision?.places.includes(placeKey(place))
    ? ` ${decision.by || "The client"} chose to keep this.`
    : ""
}

/** Age in full years; undefined while the date of birth is unknown. */
function ageOf({ date_of_birth }: PersonRow, today: string): number | undefined {
  if (date_of_birth === null || date_of_birth > today) return undefined
  const years = Number(today.slice(0, 4)) - Number(date_of_birth.slice(0, 4))
  return today.slice(5) < date_of_birth.slice(5) ? years - 1 : years
}

/** The age of a living person under 18. */
export function minorAge(person: PersonRow, facts: MatterFacts): number | undefined {
  const age = ageOf(person, facts.today)
  return age !== undefined && age < 18 && !isDeceased(person, facts) ? age : undefined
}
