// Under which heading each person of a matter stands. Where a representative fills it in, the person the matter is about
// comes first, and is neither a client nor anybody's spouse.

import type { Contact } from "../../../contacts/schema.ts"
import { classOf } from "../../../definition/relationships.ts"

export interface PeopleGroups {
  /** The headings, in order. */
  groups: readonly string[]
  groupOf(contact: Contact): string
  /** What the person is in the matter, in a word or two. */
  partOf(contact: Contact): string
}

const by_class = ["Clients", "Spouse or partner", "Children", "Family", "Others", "Advisors"] as const

/** `main_has_died` says so where no date of death does. */
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
  const about = hasDied ? "Who has died" : "The person this is about"
  return {
    groups: [about, "Representative", ...by_class.slice(1)],
    groupOf: (contact) => {
      if (contact.id === main.id) return about
      if (contact.is_client) return "Representative"
      return by_class[classOf(contact.relationship.type)] ?? "Others"
    },
    partOf: (contact) => {
      if (contact.id === main.id) return hasDied ? "Has died" : "Represented"
      return contact.is_client ? "Representative" : contact.relationship.short
    },
  }
}
