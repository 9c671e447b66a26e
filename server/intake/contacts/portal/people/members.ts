import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import { groupOf } from "../../../../definition/people/relationships.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import type { PersonRow } from "../../contacts.ts"
import type { AboutPerson } from "../person/about-person.ts"

/** The people of a group, by relationship; never the matter's parties. */
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

/** The path of a section's list of people: "everyone", or the group if there is only one. */
export function listPath({ groups }: PeopleSection): string {
  const [first, ...more] = includedIn({ groups })
  return first && more.length === 0 ? first.group : "everyone"
}

export function includedIn({ groups }: Pick<PeopleSection, "groups">): PeopleGroup[] {
  return groups.filter(({ included }) => included)
}

/** How many of the children counted in the clients section are not listed yet. */
export function childrenLeft({ matter }: PageRequest, group: PeopleGroup["group"], listed: number): number {
  return group === "children" ? Math.max(0, (matter.number_of_children ?? 0) - listed) : 0
}
