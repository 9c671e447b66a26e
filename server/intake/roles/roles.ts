// Who should serve in which role. The matter's questionnaire defines the roles; the matter stores which of its people
// serve, on which level, for which client.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { fociInRows, fociOf, rolesOf } from "../../definition/parts.ts"
import type { Names } from "../../definition/people/names.ts"
import { textIn } from "../../definition/text.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest } from "../../platform/errors.ts"
import type { Loading } from "../../platform/once.ts"
import { joinWords } from "../../platform/text/joined-words.ts"
import { readNames } from "../contacts/contacts.ts"
import { isSameValue, type Json, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import { recordMany } from "../matters/many/changes.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import { checkAssignment, type RoleChoice } from "./assignment-rules.ts"
import type { Role } from "./schema.ts"

/**
 * The active and visible roles, in questionnaire order: split roles once per client, others once. Throws "not found".
 */
export async function listRoles(
  tx: Tx,
  matter_id: string,
  visibility: Loading<Visibility> = readVisibility(tx, matter_id),
  assignments: Loading<Assignment[]> = listAssignments(tx, matter_id),
  people: Loading<Names> = readNames(tx, matter_id),
): Promise<Role[]> {
  const [{ definition, facts, visible }, rows, names] = await Promise.all([visibility, assignments, people])
  const shown = rolesOf(definition).filter((role) => role.active && visible.has(role.id))
  return shown.flatMap((role) =>
    fociOf(role, facts.clients).map((focus, index) => ({
      id: role.id,
      role_description: textIn(role.role_description, "en"),
      split: focus !== null,
      focus_type:
        focus === null ? null : index === 0 ? ("contact_main" as const) : ("contact_partner" as const),
      focus_contact: focus,
      assignments: levelsOf(rowsOf(rows, role.id, focus, facts.clients[0])).map((contacts, level) => ({
        position: level + 1,
        contacts,
        display_name: joinWords(
          contacts.map((id) => names[id] ?? ""),
          "en-US",
        ),
      })),
    })),
  )
}

export interface Assignment {
  role_id: string
  focus_contact_id: string | null
  /** From 1; an empty level has no row. */
  level: number
  contact_id: string
}

/** All assignments as stored, by role, client, level and order added. */
export function listAssignments(tx: Tx, matter_id: string): Promise<Assignment[]> {
  return tx.all(assignmentsOf(matter_id))
}

export function assignmentsOf(matter_id: string | Sql): Sql {
  return sql`
    select role_id, focus_contact_id, level, contact_id from role_assignments
     where matter_id = ${matter_id} order by role_id, focus_contact_id, level, place`
}

/** The field name of a role in the change history of its matter. */
export function roleField(role_id: string, focus_contact_id: string | null): string {
  return answerKey(role_id, focus_contact_id)
}

/**
 * Sets all levels of a role, for one client if the role is split. Throws "bad request" naming each fault, "not found",
 * and "conflict" for a matter that may not be edited.
 */
export async function assignRole(tx: Tx, matter_id: string, choice: RoleChoice): Promise<SaveResult> {
  await lockForEditing(tx, matter_id)
  const checked = checkRole(await readRoles(tx, matter_id), choice)
  const { field, current, levels } = checked
  const value: Json = trimEmptyLevels(levels)
  const edits = [{ field, value, seen: choice.seen }]
  const changes = await recordChanges(tx, matter_id, matter_id, { [field]: current }, edits)
  if (field in changes.accepted) await replaceAssignments(tx, matter_id, [checked])
  return { saved: changes.saved, conflicts: changes.conflicts }
}

/** Sets the levels of many roles, in a few statements. The caller holds the matter's lock. Of two of one role, the later counts. */
export async function assignRoles(tx: Tx, matter_id: string, roles: readonly CheckedRole[]): Promise<void> {
  const changed = [...new Map(roles.map((role) => [role.field, role])).values()].filter(
    ({ levels, current }) => !isSameValue(trimEmptyLevels(levels), current),
  )
  if (changed.length === 0) return
  await recordMany(
    tx,
    changed.map(({ field, levels, current: previous }) => {
      const value: Json = trimEmptyLevels(levels)
      return { matter_id, record_id: matter_id, field, value, previous }
    }),
  )
  await replaceAssignments(tx, matter_id, changed)
}

/** What the roles of a matter can be, and are. */
export interface MatterRoles extends Pick<Visibility, "definition" | "facts"> {
  rows: readonly Assignment[]
  names: Names
}

export async function readRoles(
  tx: Tx,
  matter_id: string,
  visibility: Loading<Visibility> = readVisibility(tx, matter_id),
): Promise<MatterRoles> {
  const [{ definition, facts }, rows, names] = await Promise.all([
    visibility,
    listAssignments(tx, matter_id),
    readNames(tx, matter_id),
  ])
  return { definition, facts, rows, names }
}

/** The levels that an entry of a role gets, and has. */
export interface CheckedRole {
  role_id: string
  field: string
  current: string[][]
  levels: RoleChoice["levels"]
  focus: string | null
  /** When a role becomes split, or stops being split, the main client's rows have the other form of focus. */
  alias: string | null
}

/** Throws "bad request" naming each fault. */
export function checkRole({ definition, facts, rows, names }: MatterRoles, choice: RoleChoice): CheckedRole {
  const role = rolesOf(definition).find(({ id, active }) => id === choice.role_id && active)
  const faults = checkAssignment(role, choice, facts.clients, names)
  if (!role || faults.length > 0) throw badRequest(faults)
  const [main] = facts.clients
  const focus = role.split ? (choice.focus_contact_id ?? main ?? null) : null
  return {
    role_id: role.id,
    field: roleField(role.id, focus),
    current: levelsAsStored(rowsOf(rows, role.id, focus, main)),
    levels: choice.levels,
    focus,
    alias: focus === null ? (main ?? null) : focus === main ? null : focus,
  }
}

/** Stores the levels of roles in place of what they had. The caller holds the matter's lock. */
export async function replaceAssignments(
  tx: Tx,
  matter_id: string,
  roles: readonly CheckedRole[],
): Promise<void> {
  const rows = roles.flatMap(({ role_id, focus, levels }) =>
    levels.flatMap((contacts, index) =>
      contacts.map((contact_id, place) => ({ role_id, focus, level: index + 1, contact_id, place })),
    ),
  )
  await Promise.all([
    tx.run(sql`
      delete from role_assignments a
       using jsonb_to_recordset(${json(roles)}) as r (role_id text, focus text, alias text)
       where a.matter_id = ${matter_id} and a.role_id = r.role_id
         and (a.focus_contact_id is not distinct from r.focus or a.focus_contact_id is not distinct from r.alias)`),
    tx.run(sql`
      insert into role_assignments (matter_id, role_id, focus_contact_id, level, contact_id, place)
      select ${matter_id}, role_id, focus, level, contact_id, place
        from jsonb_to_recordset(${json(rows)})
               as served (role_id text, focus text, level integer, contact_id text, place integer)`),
  ])
}

/** The rows of one entry. `main` is the main client. */
export function rowsOf(
  rows: readonly Assignment[],
  role_id: string,
  focus: string | null,
  main: string | undefined,
) {
  return (
    fociInRows(focus, main)
      .map((about) => rows.filter((row) => row.role_id === role_id && row.focus_contact_id === about))
      .find((own) => own.length > 0) ?? []
  )
}

/** Contact ids by level, empty levels included. */
export function levelsAsStored(rows: readonly Assignment[]): string[][] {
  const levels: string[][] = []
  for (const { level, contact_id } of rows) {
    while (levels.length < level) levels.push([])
    levels[level - 1]?.push(contact_id)
  }
  return levels
}

function levelsOf(rows: readonly Assignment[]): string[][] {
  return levelsAsStored(rows).filter((contacts) => contacts.length > 0)
}

function trimEmptyLevels(levels: RoleChoice["levels"]): RoleChoice["levels"] {
  return levels.slice(0, levels.findLastIndex((contacts) => contacts.length > 0) + 1)
}
