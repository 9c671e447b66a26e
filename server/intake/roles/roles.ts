// Who should serve in which role. The matter's questionnaire defines the roles; the matter stores which of its people
// serve, on which level, for which client.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { fociInRows, fociOf, rolesOf } from "../../definition/parts.ts"
import type { Names } from "../../definition/people/names.ts"
import { textIn } from "../../definition/text.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest } from "../../platform/errors.ts"
import type { Loading } from "../../platform/once.ts"
import { joinWords } from "../../platform/text/joined-words.ts"
import { readNames } from "../contacts/contacts.ts"
import { type Json, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
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
  const [{ definition, facts }, rows, names] = await Promise.all([
    readVisibility(tx, matter_id),
    listAssignments(tx, matter_id),
    readNames(tx, matter_id),
  ])
  const role = rolesOf(definition).find(({ id, active }) => id === choice.role_id && active)
  const faults = checkAssignment(role, choice, facts.clients, names)
  if (!role || faults.length > 0) throw badRequest(faults)

  const focus = role.split ? (choice.focus_contact_id ?? facts.clients[0] ?? null) : null
  const current = levelsAsStored(rowsOf(rows, role.id, focus, facts.clients[0]))
  const field = roleField(role.id, focus)
  const { seen } = choice
  const levels: Json = trimEmptyLevels(choice.levels)
  const changes = await recordChanges(tx, matter_id, matter_id, { [field]: current }, [
    { field, value: levels, seen },
  ])
  if (field in changes.accepted)
    await replaceAssignments(tx, matter_id, role.id, focus, facts.clients[0], choice.levels)
  return { saved: changes.saved, conflicts: changes.conflicts }
}

async function replaceAssignments(
  tx: Tx,
  matter_id: string,
  role_id: string,
  focus: string | null,
  main: string | undefined,
  levels: RoleChoice["levels"],
): Promise<void> {
  const rows = levels.flatMap((contacts, index) =>
    contacts.map((id, place) => ({ id, level: index + 1, place })),
  )
  // When a role becomes split, or stops being split, the main client's rows have the other form of focus.
  const alias = focus === null ? main : focus === main ? null : focus
  await Promise.all([
    tx.run(sql`
      delete from role_assignments where matter_id = ${matter_id} and role_id = ${role_id}
         and (focus_contact_id is not distinct from ${focus} or focus_contact_id is not distinct from ${alias})`),
    tx.run(sql`
      insert into role_assignments (matter_id, role_id, focus_contact_id, level, contact_id, place)
      select ${matter_id}, ${role_id}, ${focus}, level, contact_id, place
        from unnest(${rows.map((row) => row.level)}::integer[], ${rows.map((row) => row.id)}::text[],
                    ${rows.map((row) => row.place)}::integer[]) as served (level, contact_id, place)`),
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
