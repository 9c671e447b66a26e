// Conflict checks: where a name appears in the firm's matters, in which role, and why it may be the same person.
// A check covers the entire firm, so it is only for staff who may see all of it.

import { conflictWeightOf, type Weight, weights } from "../../definition/people/relationships.ts"
import type { MatterState } from "../../intake/matters/list/filters.ts"
import { listAssignedRoles } from "../../intake/roles/assigned-roles.ts"
import type { Tx } from "../../platform/db/database.ts"
import { closestOutside, type OutsidePerson, searchOutside } from "./outside.ts"
import { isSameDetail, type Reason, reasonOf, reasons } from "./reasons.ts"
import { findRestricted } from "./restricted.ts"
import { type FoundEntry, searchEntries } from "./search.ts"

export interface Appearance {
  matter_id: string
  matter_name: string
  matter_state: MatterState
  /** Null when the name is in the matter's own name. */
  contact_id: string | null
  full_name: string
  /** The matching name if it is not the full name but another name of the person. */
  other_name: string | null
  relationship_type: string
  /** Roles in which the person is to serve, as the questionnaire words them. */
  roles: string[]
  reason: Reason
}

/** Identifies a person, or a matter name, within a matter. */
export function appearanceKey({
  matter_id,
  contact_id,
}: {
  matter_id: string | null
  contact_id: string | null
}): string {
  return `${matter_id} ${contact_id}`
}

/** With more results, the user needs a fuller name. */
export const max_appearances = 200

export interface FoundAppearances {
  /** Most likely first. */
  appearances: Appearance[]
  /** More were found than are listed. */
  is_cut: boolean
  /** The reason for the match in each matter hidden from the viewer; nothing else of it is revealed. */
  restricted: Reason[]
  /** People in no matter: inquiries, and names kept of declined inquiries and deleted matters. */
  outside: (OutsidePerson & { reason: Reason })[]
}

/** All appearances of a name or a similar one. */
export async function findAppearances(tx: Tx, name: string): Promise<FoundAppearances> {
  const options = { limit: max_appearances + 1, is_wide: true }
  const [found, found_outside] = await Promise.all([
    searchEntries(tx, name, { assignee_id: null, ...options }),
    searchOutside(tx, name, options),
  ])
  const entries = found.slice(0, max_appearances)
  const best = new Map<string, Appearance>()
  for (const entry of entries) {
    const appearance = appearanceOf(name, entry)
    const key = appearanceKey(entry)
    const known = best.get(key)
    if (appearance && (!known || rank(appearance) < rank(known))) best.set(key, appearance)
  }
  const people = withoutMattersOfPeople([...best.values()])
  const roles = await listAssignedRoles(
    tx,
    people.flatMap(({ contact_id }) => contact_id ?? []),
  )
  const appearances = people
    .map((one) => ({ ...one, roles: (one.contact_id && roles.get(one.contact_id)) || [] }))
    .toSorted((a, b) => closeness(a) - closeness(b) || weightOf(a) - weightOf(b) || rank(a) - rank(b))
  return {
    appearances,
    is_cut: Math.max(found.length, found_outside.length) > max_appearances,
    restricted: await findRestricted(tx, name),
    outside: closestOutside(name, found_outside.slice(0, max_appearances)),
  }
}

function appearanceOf(name: string, entry: FoundEntry): Appearance | undefined {
  const { matter_id, matter_name, matter_state, contact_id, full_name, relationship_type, kind, text } = entry
  const isDetail = kind === "email" || kind === "phone"
  if (!isDetail && !["matter", "name", "also_known_as", "preferred_name"].includes(kind)) return undefined
  const reason = isDetail ? (isSameDetail(name, text) ? "detail" : undefined) : reasonOf(name, text)
  if (!reason) return undefined
  const other_name = kind === "also_known_as" || kind === "preferred_name" ? text : null
  return {
    matter_id,
    matter_name,
    matter_state,
    contact_id,
    full_name,
    other_name,
    relationship_type,
    roles: [],
    reason,
  }
}

/** Matters are named after their people, so next to a matching person the matter's name adds nothing. */
function withoutMattersOfPeople(found: Appearance[]): Appearance[] {
  const named = new Set(found.flatMap(({ contact_id, matter_id }) => (contact_id ? [matter_id] : [])))
  return found.filter(({ contact_id, matter_id }) => contact_id !== null || !named.has(matter_id))
}

function rank({ reason }: Pick<Appearance, "reason">): number {
  return reasons.indexOf(reason)
}

/** Whether it is certainly the name, probably, or only similar: among those, adverse people come first, then parties. */
function closeness({ reason }: Appearance): number {
  return reason === "alike" ? 2 : reason === "contained" || reason === "nearly" ? 1 : 0
}

/** A name of a matter weighs as much as its client. */
export function weightOf({ contact_id, relationship_type }: Appearance): Weight {
  return contact_id === null ? weights.party : conflictWeightOf(relationship_type)
}
