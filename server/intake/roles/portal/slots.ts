import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Role, RolesSection } from "../../../definition/definition.ts"
import { fociOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { nameOr, type PersonRow } from "../../contacts/contacts.ts"
import { isOnAgenda } from "../../matters/progress/agenda.ts"
import type { Pickable } from "../../portal/fields/person-picker.tsx"
import { livingPeople, suitablePeople, type Unsuitable } from "../../portal/fields/pickable-people.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { roleFor } from "../../submissions/missing/missing-sentences.ts"
import { levelsAsStored, roleField, rowsOf } from "../roles.ts"

/** Contact ids: first choice, then successors; each level lists who would serve together. */
export type Levels = readonly (readonly string[])[]

/** A role as a page asks about it: once, or for each of two clients. */
export interface RoleSlot {
  role: Role
  /** The client's contact id, if the role is asked of each client. */
  focus: string | null
  path: string
}

/** A slot with the people chosen for it. */
export interface FilledSlot extends RoleSlot {
  /** The role's name, with the client's if it is asked of each. */
  title: string
  name: string
  /** How the sentence begins that says who acts. */
  lead: string
  for_client?: string | undefined
  levels: Levels
  /** Prefilled while the client has never answered; nothing of it is stored. */
  suggested: Levels
  /** The revision this page was rendered with. */
  seen: number
  candidates: readonly Pickable[]
  unsuitable: Unsuitable
  /** The slot's agenda item, and whether it is on the agenda. */
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
  const clients = focus === null ? req.facts.clients : [focus]
  const for_client = person && nameOr(person, req.words.person.unnamed.main)
  const levels = levelsAsStored(rowsOf(rows, role.id, focus, main))
  const item = { record_id: req.matter.id, field: answerKey(role.id, focus) }
  // Clients cannot hold a role for themselves, such as executor. For a role asked once, we cannot tell who that is.
  const self = role.split ? (focus ?? main) : undefined
  const chosen = levels.flat()
  const living = (await livingPeople(req, chosen)).filter(
    ({ contact_id }) => contact_id !== self || chosen.includes(contact_id),
  )
  const suitable = await suitablePeople(req, living, role, req.facts.clients, chosen)
  return {
    role,
    focus,
    path,
    name,
    lead: leadOf(
      req,
      people.filter(({ id }) => clients.includes(id)),
    ),
    title: roleFor(name, for_client, req.lang),
    for_client,
    levels,
    suggested: [],
    later: { ...item, is_on: isOnAgenda(agenda, item.record_id, item.field) },
    seen: revisions[req.matter.id]?.[roleField(role.id, role.split ? (focus ?? main ?? null) : null)] ?? 0,
    candidates: suitable.people,
    unsuitable: suitable.unsuitable,
  }
}

/** “If I cannot”, as one of `clients` or someone else reads it. */
function leadOf({ words, client, lang }: PageRequest, clients: readonly PersonRow[]): string {
  const { own, others } = words.roles.lead
  if (clients.some(({ id }) => id === client.contact_id)) return own(clients.length)
  return others(
    joinWords(
      clients.map((person) => nameOr(person, words.person.unnamed.main)),
      lang,
    ),
    clients.length,
  )
}

/** The words about roles; after a death they differ, because the will names people and a court appoints them. */
export function roleWords({ words: { roles }, matter }: PageRequest) {
  return matter.approach === "rep-deceased" ? { ...roles, ...roles.estate } : roles
}

/** The name of a level: first choice, successor, second successor … */
export function levelLabel(req: PageRequest, number: number): string {
  const words = roleWords(req)
  return words.levels[number - 1] ?? words.level(number)
}
