import { findObjection, isMinor, type WhoMayServe } from "../../definition/conditions/who-may-serve.ts"
import type { RolesSection } from "../../definition/definition.ts"
import { fociOf } from "../../definition/parts.ts"
import { listPeople } from "../../intake/contacts/contacts.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import type { Visibility } from "../../intake/matters/progress/visibility.ts"
import { assignRole, listAssignments, rowsOf } from "../../intake/roles/roles.ts"
import type { Tx } from "../../platform/db/database.ts"
import { addSamplePerson } from "./fill-people.ts"
import type { Filling } from "./filling.ts"

/** Chooses people for the roles that have none, with a successor where the role takes one. */
export async function fillRoles(
  tx: Tx,
  filling: Filling,
  section: RolesSection,
  { facts: { clients } }: Visibility,
): Promise<void> {
  const { matter_id } = filling
  for (const role of section.roles.filter(({ active }) => active)) {
    for (const focus_contact_id of fociOf(role, clients)) {
      const assigned = rowsOf(await listAssignments(tx, matter_id), role.id, focus_contact_id, clients[0])
      if (assigned.length > 0) continue
      const about = focus_contact_id === null ? clients : [focus_contact_id]
      const [first = "", second, ...others] = await peopleFor(tx, filling, role, about)
      const together = role.several && others.length > 0 ? [first, ...others.slice(0, 1)] : [first]
      const levels = second && role.levels > 1 ? [together, [second]] : [together]
      await assignRole(tx, matter_id, { role_id: role.id, focus_contact_id, levels })
    }
  }
}

/**
 * Living adults whom the rule admits, best first: at least one, who is added to the matter if necessary. `about` are the
 * clients for whom they are chosen.
 */
export async function peopleFor(
  tx: Tx,
  filling: Filling,
  rule: WhoMayServe,
  about: readonly string[],
): Promise<[string, ...string[]]> {
  const { matter_id, today } = filling
  const people = (await listPeople(tx, matter_id)).filter(
    ({ date_of_birth, date_of_death }) => !date_of_death && !isMinor(date_of_birth, today),
  )
  const able = people.filter((person) => !findObjection(rule, person, about, today))
  const sorted = able.toSorted((a, b) => Number(about.includes(a.id)) - Number(about.includes(b.id)))
  const [first, ...others] = sorted.map(({ id }) => id)
  if (first !== undefined) return [first, ...others]
  return [await addSamplePerson(tx, filling, await getMatterRow(tx, matter_id), "4FRND", 44)]
}
