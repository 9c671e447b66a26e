// The heading under which each person of a matter is listed. In a representative's matter, the person it is about comes
// first and counts neither as a client nor as a spouse.

import { classOf } from "../../../definition/people/relationships.ts"
import type { Contact } from "../schema.ts"

interface PeopleGroups {
  /** The headings, in order. */
  groups: readonly string[]
  groupOf(contact: Contact): string
  /** The person's part in the matter, in a word or two. */
  partOf(contact: Contact): string
}

const by_class = ["Clients", "Spouse or partner", "Children", "Family", "Others", "Advisors"] as const

/** `main_has_died` covers a death without a known date. */
export function groupPeople(contacts: readonly Contact[], main_has_died = false): PeopleGroups {
  const main = contacts.find(({ relationship }) => relationship.type === "1MAIN")
  const hasRepresentative = main !== undefined && !main.is_client
  if (!hasRepresentative) {
    return {
      groups: by_class,
      groupOf: (contact) => by_class[contact.is_client ? 0 : classOf(contact.relationship.type)] ?? "Others",
      partOf: ({ relationship }) => relationship.short,
    }
  }
  const hasDied = main_has_died || main.date_of_death !== null
  const about = hasDied ? "Deceased" : "The person this is about"
  return {
    groups: [about, "Representative", ...by_class.slice(1)],
    groupOf: (contact) => {
      if (contact.id === main.id) return about
      if (contact.is_client) return "Representative"
      return by_class[classOf(contact.relationship.type)] ?? "Others"
    },
    partOf: (contact) => {
      if (contact.id === main.id) return hasDied ? "Deceased" : "Represented"
      return contact.is_client ? "Representative" : contact.relationship.short
    },
  }
}
