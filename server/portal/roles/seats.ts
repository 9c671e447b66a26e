import type { Role, RolesSection } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { joinWords } from "../../platform/joined-words.ts"
import { fociOf, levelsAsStored, roleField, rowsOf } from "../../roles/roles.ts"
import { roleFor } from "../../submissions/missing-sentences.ts"
import { nameOr } from "../person/name.ts"
import type { Pickable } from "../person-picker.tsx"
import { livingPeople } from "../pickable-people.ts"
import type { Visit } from "../visit.ts"

/** A role as one is asked about it: once, or once for each of two clients. It has a page of its own. */
export interface RoleSlot {
  role: Role
  /** The client it is about, where it is asked of each. */
  focus: string | null
  path: string
}

/** A slot with whoever is chosen for it. */
export interface Seat extends RoleSlot {
  /** What the role is called, and for whom where that matters. */
  title: string
  name: string
  for_whom?: string | undefined
  /** Contact ids: first choice, then successors. */
  levels: readonly (readonly string[])[]
  /** The revision of the choice that this page has seen. */
  seen: number
  candidates: readonly Pickable[]
}

/** The roles a section asks about, in order. */
export function slotsOf({ facts }: Visit, { roles }: RolesSection): RoleSlot[] {
  return roles
    .filter((role) => role.active)
    .flatMap((role) =>
      fociOf(role, facts.clients).map((focus) => ({
        role,
        focus,
        path: focus === null ? role.id : `${role.id}/${focus}`,
      })),
    )
}

export async function seatOf(visit: Visit, { role, focus, path }: RoleSlot): Promise<Seat> {
  const [people, rows, revisions] = await Promise.all([
    visit.loaded.people(),
    visit.loaded.assignments(),
    visit.loaded.revisions(),
  ])
  const [main] = visit.facts.clients
  const name = textIn(role.role_description, visit.lang)
  const person = people.find(({ id }) => id === focus)
  const for_whom = person && nameOr(person, visit.words.person.unnamed.main)
  const levels = levelsAsStored(rowsOf(rows, role.id, focus, main))
  // Nobody carries out their own will; of a role asked once, who is left out is not ours to say.
  const self = role.split ? (focus ?? main) : undefined
  return {
    role,
    focus,
    path,
    name,
    title: roleFor(name, for_whom, visit.lang),
    for_whom,
    levels,
    seen: revisions[visit.matter.id]?.[roleField(role.id, role.split ? (focus ?? main ?? null) : null)] ?? 0,
    candidates: (await livingPeople(visit, levels.flat())).filter(
      ({ contact_id }) => contact_id !== self || levels.flat().includes(contact_id),
    ),
  }
}

/** What a level is called: first choice, successor, second successor … */
export function levelLabel(visit: Visit, number: number): string {
  const words = visit.words.roles
  return words.levels[number - 1] ?? words.level(number)
}

/** Several names as one reads them: "Ada and Ben". */
export function joinNames(visit: Visit, names: readonly string[]): string {
  return joinWords(names, visit.lang)
}
