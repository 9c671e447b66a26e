import type { PersonRow } from "../../contacts/contacts.ts"
import type { PeopleGroup } from "../../definition/definition.ts"
import { groupOf } from "../../definition/relationships.ts"
import type { PageRequest } from "../page-request.ts"
import type { AboutPerson } from "../person/about-person.ts"
import { isOptional, type Topic, topicsOf } from "../person/fields.ts"
import { isUnder18 } from "../pickable-people.ts"

/** Who belongs to a group: by relationship, without the clients and the person the matter is about. */
export async function membersOf(req: PageRequest, group: PeopleGroup["group"]): Promise<PersonRow[]> {
  const { contact_main_id, contact_spouse_id, contact_representative_id } = req.matter
  const parties = [contact_main_id, contact_spouse_id, contact_representative_id]
  const people = await req.loaded.people()
  return people.filter(
    ({ id, relationship_type }) => !parties.includes(id) && groupOf(relationship_type) === group,
  )
}

export function personPath(group: PeopleGroup, person: { id: string }, topic: string): string {
  return `${group.group}/${person.id}/${topic}`
}

export function aboutMember(group: PeopleGroup, person: PersonRow): AboutPerson {
  const takes_organizations = group.group === "others" || group.group === "advisors"
  return {
    person,
    fields: group.fields,
    group: group.group,
    is_you: false,
    is_client: false,
    takes_organizations,
  }
}

/** What is asked of somebody after name and dates: nobody writes to, or asks the address of, a child under 18. */
export function laterTopics({ today }: PageRequest, { fields }: PeopleGroup, person: PersonRow): Topic[] {
  const isChild = isUnder18(person.date_of_birth, today)
  return topicsOf(fields).filter(
    (topic) => (topic === "contact" || topic === "address") && !(isChild && isOptional(fields, topic)),
  )
}

/** The list of a group, or the next child while fewer are listed than there are. */
export function afterPerson({ matter }: PageRequest, { group }: PeopleGroup, listed: number): string {
  const isShort = group === "children" && listed < (matter.number_of_children ?? 0)
  return isShort ? `${group}/new` : group
}
