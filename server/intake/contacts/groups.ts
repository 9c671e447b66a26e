// The heading under which each person of a matter is listed. In a representative's matter, the person it is about comes
// first and counts neither as a client nor as a spouse.

import { classOf } from "../../definition/people/relationships.ts"
import type { Contact } from "./schema.ts"

const by_class = ["Clients", "Spouse or partner", "Children", "Family", "Others", "Advisors"] as const

/**
 * The headings in order, the one of a person, and the person's part in the matter in a word or two. `main_has_died` covers a
 * death without a known date.
 */
export function groupPeople(contacts: readonly Contact[], main_has_died = false) {
  const represented = contacts.find(
    ({ relationship, is_client }) => relationship.type === "1MAIN" && !is_client,
  )
  const hasDied = main_has_died || represented?.date_of_death != null
  const about = hasDied ? "Deceased" : "The person this is about"
  const clients = represented ? "Representative" : "Clients"
  return {
    groups: [...(represented ? [about] : []), clients, ...by_class.slice(1)],
    groupOf: ({ id, is_client, relationship }: Contact): string => {
      if (id === represented?.id) return about
      return is_client ? clients : (by_class[classOf(relationship.type)] ?? "Others")
    },
    partOf: ({ id, is_client, relationship }: Contact): string => {
      if (id === represented?.id) return hasDied ? "Deceased" : "Represented"
      return represented && is_client ? "Representative" : relationship.short
    },
  }
}
