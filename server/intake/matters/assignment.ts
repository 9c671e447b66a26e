import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { withoutViewer } from "../../platform/db/without-viewer.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { recordChanges } from "./changes/changes.ts"
import { lockForEditing } from "./editing.ts"
import { recordMany } from "./many/changes.ts"

/** Whether the restriction of matter `m` admits staff member `u`. */
const isAdmitted = sql`(not m.is_restricted or exists (
  select from matter_access a where a.firm_id = m.firm_id and a.matter_id = m.id and a.user_id = u.id))`

/** Whether staff member `u` can be responsible for anything: someone who only reads could never act on it. */
export const mayBeAssigned = sql`u.role <> 'read_only'`

/**
 * Whether staff member `u` may see matter `m`: the matter's restriction must admit them, and staff limited to assigned
 * matters must be its assignee.
 */
export const isVisibleToStaff = sql`(
  (u.id is not distinct from m.assignee_id or not (u.assigned_matters_only and u.role <> 'admin')) and ${isAdmitted})`

/**
 * Assigns a matter to a staff member, or to no one (null). Throws "bad request" unless that person is active and may
 * see and edit the matter.
 */
export async function assignMatter(tx: Tx, matter_id: string, user_id: string | null): Promise<void> {
  const { assignee_id } = await lockForEditing(tx, matter_id)
  const fault = user_id === null ? undefined : await findAssigneeFault(tx, matter_id, user_id)
  if (fault) throw badRequest([fault])
  await recordChanges(tx, matter_id, matter_id, { assignee_id }, [{ field: "assignee_id", value: user_id }])
  await tx.run(sql`update matters set assignee_id = ${user_id} where id = ${matter_id}`)
}

/**
 * Why this person cannot be responsible for the matter; undefined if they can, and stay so until the transaction ends:
 * who deactivates them waits, and then moves this matter too.
 */
export async function findAssigneeFault(
  tx: Tx,
  matter_id: string,
  user_id: string,
): Promise<Fault | undefined> {
  const member = await tx.maybe(sql`
    select u.id from users u join matters m on m.id = ${matter_id}
     where u.id = ${user_id} and u.is_firm_staff and u.deactivated_at is null and ${mayBeAssigned} and ${isAdmitted}
       for share of u`)
  return member ? undefined : notAssignable
}

const notAssignable: Fault = {
  param: "assignee_id",
  code: "unknown_value",
  message: "Choose someone who works at the firm and may see and edit this matter.",
}

/** Leaves a matter that is open again without an assignee if the earlier one has left or may no longer act on it. */
export async function dropFormerAssignee(
  tx: Tx,
  { id, assignee_id }: { id: string; assignee_id: string | null },
): Promise<void> {
  if (assignee_id !== null && (await findAssigneeFault(tx, id, assignee_id))) await assignMatter(tx, id, null)
}

/**
 * Assigns matters that have no assignee, in a few statements for all, where that person may be responsible for them. The
 * caller holds the matters' locks.
 */
export async function assignMany(
  tx: Tx,
  given: readonly { matter_id: string; user_id: string }[],
): Promise<void> {
  const rows = await tx.all<{ matter_id: string; user_id: string }>(sql`
    update matters m set assignee_id = u.id
      from jsonb_to_recordset(${json(given)}) as g (matter_id text, user_id text)
      join users u on u.id = g.user_id and u.is_firm_staff and u.deactivated_at is null and ${mayBeAssigned}
     where m.id = g.matter_id and m.assignee_id is null and ${isAdmitted}
    returning m.id as matter_id, u.id as user_id`)
  await recordMany(
    tx,
    rows.map(({ matter_id, user_id }) => {
      return { matter_id, record_id: matter_id, field: "assignee_id", value: user_id, previous: null }
    }),
  )
}

/** The person who is responsible for a questionnaire's new matters, if they still can be. */
export async function findDefaultAssignee(tx: Tx, questionnaire_id: string): Promise<string | undefined> {
  const member = await tx.maybe<{ id: string }>(sql`
    select u.id from questionnaires q join users u on u.id = q.default_assignee_id
     where q.id = ${questionnaire_id} and u.deactivated_at is null and ${mayBeAssigned} for share of u`)
  return member?.id
}

/** Assigns a new matter to the default assignee. */
export async function assignByDefault(
  tx: Tx,
  { matter_id, questionnaire_id }: { matter_id: string; questionnaire_id: string },
): Promise<void> {
  const user_id = await findDefaultAssignee(tx, questionnaire_id)
  if (user_id) await assignMatter(tx, matter_id, user_id)
}

/**
 * Reassigns every open matter of one staff member to another, or to no one (null); matters the other may not see end up
 * unassigned. Throws "bad request" if the other does not work here. Returns how many moved, leaving out those the caller
 * may not see: they move too, so that no matter stays with someone who has left.
 */
export async function reassignMatters(tx: Tx, from: string, to: string | null): Promise<number> {
  if (to !== null) {
    const member = await tx.maybe(sql`
      select from users where id = ${to} and is_firm_staff and deactivated_at is null for share`)
    if (!member) throw badRequest([{ ...notAssignable, param: "reassign_to" }])
  }
  const moved = await moveMatters(tx, from, to)
  await withoutViewer(tx, () => moveMatters(tx, from, to))
  return moved
}

async function moveMatters(tx: Tx, from: string, to: string | null): Promise<number> {
  const matters = await tx.all<{ id: string }>(sql`
    select id from matters where assignee_id = ${from} and close_date is null order by id for no key update`)
  const moved = await tx.all<{ matter_id: string; value: string | null }>(sql`
    update matters m
       set assignee_id = (select u.id from users u where u.id = ${to} and ${mayBeAssigned} and ${isAdmitted})
     where m.id = any(${matters.map(({ id }) => id)}::text[]) and m.assignee_id = ${from}
    returning m.id as matter_id, m.assignee_id as value`)
  await recordMany(
    tx,
    moved.map((row) => ({ ...row, record_id: row.matter_id, field: "assignee_id", previous: from })),
  )
  return moved.length
}

/**
 * Assigns to someone again the open matters that were moved from them at that time, except those assigned anew since or
 * restricted to others. Returns how many, leaving out those the caller may not see: they come back, too.
 */
export async function bringMattersBack(tx: Tx, to: string, moved_at: Date): Promise<number> {
  const back = await bringBack(tx, to, moved_at)
  await withoutViewer(tx, () => bringBack(tx, to, moved_at))
  return back
}

async function bringBack(tx: Tx, to: string, moved_at: Date): Promise<number> {
  const matters = await tx.all<{ id: string }>(sql`
    select id from matters where last_activity_at >= ${moved_at} and close_date is null order by id for no key update`)
  const moved = await tx.all<{ matter_id: string; previous: string | null }>(sql`
    update matters m set assignee_id = u.id
      from users u,
           (select m.id, m.assignee_id from matters m
             cross join lateral (select * from changes c where c.record_id = m.id and c.field = 'assignee_id'
                                  order by c.revision desc limit 1) last
              left join changes before on before.record_id = m.id and before.field = 'assignee_id'
                                      and before.revision = last.revision - 1
             where m.id = any(${matters.map(({ id }) => id)}::text[]) and last.changed_at = ${moved_at}
               and coalesce(before.value, last.previous) = to_jsonb(${to}::text)) last
     where m.id = last.id and u.id = ${to} and ${mayBeAssigned} and ${isAdmitted}
    returning m.id as matter_id, last.assignee_id as previous`)
  await recordMany(
    tx,
    moved.map(({ matter_id, previous }) => ({
      ...{ matter_id, record_id: matter_id, field: "assignee_id", value: to, previous },
    })),
  )
  return moved.length
}
