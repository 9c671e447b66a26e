// Conflict checks that staff recorded: what was found, what they decided, and why.
import { inOneLine, isVisible } from "../../definition/values/typed-text.ts"
import { resolvePossibleConflicts } from "../../intake/conflict-names/possible-conflicts.ts"
import { listAssignedRoles } from "../../intake/roles/assigned-roles.ts"
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { badField } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import { type Appearance, appearanceKey, findAppearances } from "./conflicts.ts"
import type { Reason } from "./reasons.ts"

export const max_note_characters = 2_000

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
  { name: typed, decision, note }: Pick<ConflictCheck, "name" | "decision" | "note">,
): Promise<string> {
  const name = inOneLine(typed)
  if (!isVisible(name) || [...name].length > 200)
    throw badField("name", "required", "Enter a name on one line of at most 200 characters.")
  const { appearances, restricted, outside } = await findAppearances(tx, name)
  const found = [
    ...appearances.map(({ reason }) => ({ reason })),
    ...restricted.map((reason) => ({ reason })),
    ...outside.map(({ id, reason }) => ({ reason, outside_id: id })),
  ]
  const id = newId("conflict_check")
  await tx.run(sql`
    insert into conflict_checks (id, name, decision, note, appearances, checked_at)
    values (${id}, ${name}, ${decision}, ${note}, ${json(found)}, ${tx.now})`)
  await tx.run(sql`
    insert into conflict_check_matters (matter_id, check_id, position, contact_id)
    select matter_id, ${id}, position, contact_id
      from unnest(${appearances.map(({ matter_id }) => matter_id)}::text[],
                  ${appearances.map(({ contact_id }) => contact_id)}::text[])
           with ordinality as found (matter_id, contact_id, position)`)
  await resolvePossibleConflicts(tx, name)
  return id
}

const columns = sql`
  k.id, k.name, k.decision, k.note, k.checked_at,
  (select coalesce(jsonb_agg(found || jsonb_build_object('matter_id', f.matter_id, 'contact_id', f.contact_id) order by place), '[]')
     from jsonb_array_elements(k.appearances) with ordinality as a (found, place)
     left join conflict_check_matters f on f.check_id = k.id and f.position = place) as appearances,
  ${userName(sql`u`)} as checked_by_name`
const tables = sql`conflict_checks k left join users u on u.id = k.checked_by`

/** A page of the recorded checks, newest first. */
export function listConflictChecks(tx: Tx, page: Page): Promise<Listing<ConflictCheck>> {
  return listCounted(tx, { columns, from: tables, where: sql``, order: sql`order by k.id desc` }, page)
}

/** One check; throws "not found". */
export function getConflictCheck(tx: Tx, id: string): Promise<ConflictCheck> {
  return tx.one(sql`select ${columns} from ${tables} where k.id = ${id}`)
}

export type AppearanceNames = Pick<
  Appearance,
  "contact_id" | "matter_name" | "full_name" | "relationship_type" | "roles"
>

/** The people, with their roles, and the matters of a check that still exist, by `appearanceKey`. */
export async function namesOfAppearances(
  tx: Tx,
  { appearances }: Pick<ConflictCheck, "appearances">,
): Promise<Map<string, AppearanceNames>> {
  const rows = await tx.all<Omit<AppearanceNames, "roles"> & { matter_id: string }>(sql`
    select m.id as matter_id, f.contact_id, m.name as matter_name, coalesce(c.full_name, '') as full_name,
           coalesce(c.relationship_type, '') as relationship_type
      from jsonb_to_recordset(${json(appearances)}::jsonb) as f (matter_id text, contact_id text)
      join matters m on m.id = f.matter_id
      left join contacts c on c.id = f.contact_id
     where f.contact_id is null or c.id is not null`)
  const roles = await listAssignedRoles(
    tx,
    rows.flatMap(({ contact_id }) => contact_id ?? []),
  )
  const rolesOf = (id: string | null) => (id && roles.get(id)) || []
  return new Map(rows.map((row) => [appearanceKey(row), { ...row, roles: rolesOf(row.contact_id) }]))
}
