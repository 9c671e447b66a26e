import type { Tx } from "../platform/db/database.ts"
import { seeingFirm } from "../platform/db/seeing-firm.ts"
import { sql } from "../platform/db/sql.ts"
import { badRequest } from "../platform/errors.ts"
import { recordChanges } from "./changes.ts"
import { lockForEditing } from "./editing.ts"
import { searchNameOf } from "./search-name.ts"

/** Whether a restriction of the matter `m` lets the member of staff `u` see it. */
const isLetIn = sql`(not m.is_restricted or exists (
  select from matter_access a where a.firm_id = m.firm_id and a.matter_id = m.id and a.user_id = u.id))`

/**
 * Whether the member of staff `u` may see the matter `m`: all do but those who are limited to what is assigned to them,
 * and those whom its restriction keeps out.
 */
export const isReachableBy = sql`(
  (u.id is not distinct from m.assignee_id or not (u.assigned_matters_only and u.role <> 'admin')) and ${isLetIn})`

/** Gives a matter to a member of staff, or (null) to nobody; throws "bad request" for somebody who is not at work here. */
export async function assignMatter(tx: Tx, matter_id: string, user_id: string | null): Promise<void> {
  const { assignee_id } = await lockForEditing(tx, matter_id)
  if (user_id !== null) {
    const member = await tx.maybe(sql`
      select u.id from users u join matters m on m.id = ${matter_id}
       where u.id = ${user_id} and u.is_firm_staff and u.deactivated_at is null and ${isLetIn}`)
    if (!member) {
      const message = "Choose someone who works at the firm and may see this matter."
      throw badRequest([{ param: "assignee_id", code: "unknown_value", message }])
    }
  }
  await recordChanges(tx, matter_id, matter_id, { assignee_id }, [{ field: "assignee_id", value: user_id }])
  await tx.run(sql`update matters set assignee_id = ${user_id} where id = ${matter_id}`)
}

/**
 * Gives every open matter of one member of staff to another, or (null) to nobody, as those are that the other may not see;
 * returns how many. Those restricted to others than whoever acts go along uncounted: no matter stays with who has left.
 */
export async function reassignMatters(tx: Tx, from: string, to: string | null): Promise<number> {
  const moved = await moveMatters(tx, from, to)
  await seeingFirm(tx, () => moveMatters(tx, from, to))
  return moved
}

async function moveMatters(tx: Tx, from: string, to: string | null): Promise<number> {
  const matters = await tx.all<{ id: string; may_take: boolean }>(sql`
    select m.id, ${to}::text is not null and exists (select from users u where u.id = ${to} and ${isLetIn}) as may_take
      from matters m where m.assignee_id = ${from} and m.close_date is null order by m.id`)
  for (const { id, may_take } of matters) await assignMatter(tx, id, may_take ? to : null)
  return matters.length
}

/** Gives a matter another name of 1–200 characters. */
export async function renameMatter(tx: Tx, matter_id: string, name: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  await recordChanges(tx, matter_id, matter_id, { name: matter.name }, [{ field: "name", value: name }])
  await tx.run(
    sql`update matters set name = ${name}, search_name = ${searchNameOf(name)} where id = ${matter_id}`,
  )
}
