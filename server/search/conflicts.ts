// Conflict checks: where a name appears in the firm's matters, in which role and why it may be the same person, and
// what staff decided about it. A check covers the entire firm, so it is only for staff who may see all of it.

import { conflictWeightOf } from "../definition/relationships.ts"
import { inOneLine, isVisible } from "../definition/typed-text.ts"
import type { MatterState } from "../matters/filters.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { badRequest, type Fault } from "../platform/errors.ts"
import { listCounted } from "../platform/http/counted-list.ts"
import type { Listing, Page } from "../platform/http/paging.ts"
import { newId } from "../platform/ids.ts"
import { listAssignedRoles } from "../roles/assigned-roles.ts"
import { findOutside, type OutsidePerson } from "./outside.ts"
import { resolvePossibleConflicts } from "./possible-conflicts.ts"
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
  const options = { assignee_id: null, limit: max_appearances, is_wide: true }
  const entries = await searchEntries(tx, name, options)
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
    is_cut: entries.length >= max_appearances,
    restricted: await findRestricted(tx, name),
    outside: await findOutside(tx, name, max_appearances),
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

/** Whether it is certainly the name, probably, or only similar: among those, parties come before families. */
function closeness({ reason }: Appearance): number {
  return reason === "alike" ? 2 : reason === "contained" || reason === "nearly" ? 1 : 0
}

/** A name of a matter weighs as much as its client. */
export function weightOf({ contact_id, relationship_type }: Appearance): 1 | 2 | 3 {
  return contact_id === null ? 1 : conflictWeightOf(relationship_type)
}

export const decisions = ["none", "possible", "conflict"] as const
export type Decision = (typeof decisions)[number]

export interface ConflictCheck {
  id: string
  name: string
  decision: Decision
  note: string
  /** What the check found, as ids; null for a matter hidden from the viewer, or for a person in no matter. */
  appearances: { matter_id: string | null; contact_id: string | null; reason: Reason; outside_id?: string }[]
  checked_by_name: string
  checked_at: Date
}

/** Repeats the search and records the decision; returns the check's id. Throws "bad request". */
export async function recordConflictCheck(
  tx: Tx,
  { name: typed, decision, note }: { name: string; decision: string; note: string },
): Promise<string> {
  const faults: Fault[] = []
  const name = inOneLine(typed)
  if (!isVisible(name) || [...name].length > 200)
    faults.push({
      param: "name",
      code: "required",
      message: "Enter a name on one line of at most 200 characters.",
    })
  if (!decisions.some((one) => one === decision))
    faults.push({ param: "decision", code: "required", message: "Choose what you decided." })
  if (note.length > 2_000)
    faults.push({ param: "note", code: "too_long", message: "Use at most 2,000 characters for the note." })
  if (faults.length > 0) throw badRequest(faults)
  const { appearances, restricted, outside } = await findAppearances(tx, name)
  const found: ConflictCheck["appearances"] = [
    ...appearances.map(({ matter_id, contact_id, reason }) => ({ matter_id, contact_id, reason })),
    ...restricted.map((reason) => ({ matter_id: null, contact_id: null, reason })),
    ...outside.map(({ id, reason }) => ({ matter_id: null, contact_id: null, reason, outside_id: id })),
  ]
  const id = newId("conflict_check")
  await tx.run(sql`
    insert into conflict_checks (id, name, decision, note, appearances, checked_at)
    values (${id}, ${name}, ${decision}, ${note}, ${json(found)}, ${tx.now})`)
  await resolvePossibleConflicts(tx, name)
  return id
}

const columns = sql`
  k.id, k.name, k.decision, k.note, k.appearances, k.checked_at,
  coalesce(nullif(u.name, ''), u.email, '') as checked_by_name`
const tables = sql`conflict_checks k left join users u on u.id = k.checked_by`

/** A page of the recorded checks, newest first. */
export function listConflictChecks(tx: Tx, page: Page): Promise<Listing<ConflictCheck>> {
  return listCounted(tx, { columns, from: tables, where: sql``, order: sql`order by k.id desc` }, page)
}

/** One check; throws "not found". */
export function getConflictCheck(tx: Tx, id: string): Promise<ConflictCheck> {
  return tx.one(sql`select ${columns} from ${tables} where k.id = ${id}`)
}

/** The people and matters of a check that still exist, by `appearanceKey`. */
export async function namesOfAppearances(
  tx: Tx,
  { appearances }: Pick<ConflictCheck, "appearances">,
): Promise<Map<string, { matter_name: string; full_name: string; relationship_type: string }>> {
  const rows = await tx.all<{
    matter_id: string
    contact_id: string | null
    matter_name: string
    full_name: string
    relationship_type: string
  }>(sql`
    select m.id as matter_id, f.contact_id, m.name as matter_name, coalesce(c.full_name, '') as full_name,
           coalesce(c.relationship_type, '') as relationship_type
      from jsonb_to_recordset(${json(appearances)}::jsonb) as f (matter_id text, contact_id text)
      join matters m on m.id = f.matter_id
      left join contacts c on c.id = f.contact_id
     where f.contact_id is null or c.id is not null`)
  return new Map(rows.map((row) => [appearanceKey(row), row]))
}
