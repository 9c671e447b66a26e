import { nameOr } from "../../contacts/contacts.ts"
import { answerKey } from "../../definition/conditions.ts"
import type { Role, RolesSection } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { isOnAgenda } from "../../matters/agenda.ts"
import { joinWords } from "../../platform/joined-words.ts"
import { fociOf, levelsAsStored, roleField, rowsOf } from "../../roles/roles.ts"
import { roleFor } from "../../submissions/missing-sentences.ts"
import type { PageRequest } from "../page-request.ts"
import type { Pickable } from "../person-picker.tsx"
import { livingPeople } from "../pickable-people.ts"

/** A role as one is asked about it: once, or once for each of two clients. It has a page of its own. */
export interface RoleSlot {
  role: Role
  /** The client it is about, where it is asked of each. */
  focus: string | null
  path: string
}

/** A slot with whoever is chosen for it. */
export interface FilledSlot extends RoleSlot {
  /** What the role is called, and for whom where that matters. */
  title: string
  name: string
  for_client?: string | undefined
  /** Contact ids: first choice, then successors. */
  levels: readonly (readonly string[])[]
  /** The revision of the choice that this page has seen. */
  seen: number
  candidates: readonly Pickable[]
  /** Left to a conversation: where that is written down, and whether it was. */
  later: { record_id: string; field: string; is_on: boolean }
}

/** The roles a section asks about, in order. */
export function slotsOf({ facts }: PageRequest, { roles }: RolesSection): RoleSlot[] {
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

export async function filledSlotOf(req: PageRequest, { role, focus, path }: RoleSlot): Promise<FilledSlot> {
  const [people, rows, revisions, agenda] = await Promise.all([
    req.loaded.people(),
    req.loaded.assignments(),
    req.loaded.revisions(),
    req.loaded.agenda(),
  ])
  const [main] = req.facts.clients
  const name = textIn(role.role_description, req.lang)
  const person = people.find(({ id }) => id === focus)
  const for_client = person && nameOr(person, req.words.person.unnamed.main)
  const levels = levelsAsStored(rowsOf(rows, role.id, focus, main))
  const item = { record_id: req.matter.id, field: answerKey(role.id, focus) }
  // Nobody carries out their own will; of a role asked once, who is left out is not ours to say.
  const self = role.split ? (focus ?? main) : undefined
  return {
    role,
    focus,
    path,
    name,
    title: roleFor(name, for_client, req.lang),
    for_client,
    levels,
    later: { ...item, is_on: isOnAgenda(agenda, item.record_id, item.field) },
    seen: revisions[req.matter.id]?.[roleField(role.id, role.split ? (focus ?? main ?? null) : null)] ?? 0,
    candidates: (await livingPeople(req, levels.flat())).filter(
      ({ contact_id }) => contact_id !== self || levels.flat().includes(contact_id),
    ),
  }
}

/** The words about roles: after a death the will names people, and a court appoints them. */
export function roleWords({ words: { roles }, matter }: PageRequest) {
  return matter.approach === "rep-deceased" ? { ...roles, ...roles.estate } : roles
}

/** What a level is called: first choice, successor, second successor … */
export function levelLabel(req: PageRequest, number: number): string {
  const words = roleWords(req)
  return words.levels[number - 1] ?? words.level(number)
}

/** Several names as one reads them: "Ada and Ben". */
export function joinNames(req: PageRequest, names: readonly string[]): string {
  return joinWords(names, req.lang)
}
