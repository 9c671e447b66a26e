import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { badRequest } from "../platform/errors.ts"
import { recordChanges } from "./changes.ts"
import { lockForEditing } from "./editing.ts"
import { foldName } from "./search-name.ts"

/** Whether the member of staff `u` may see the matter `m`: all do but those who are limited to what is assigned to them. */
export const isReachableBy = sql`(u.id is not distinct from m.assignee_id or not (u.assigned_matters_only and u.role <> 'admin'))`

/** Gives a matter to a member of staff, or (null) to nobody; throws "bad request" for somebody who is not at work here. */
export async function assignMatter(tx: Tx, matter_id: string, user_id: string | null): Promise<void> {
  const { assignee_id } = await lockForEditing(tx, matter_id)
  if (user_id !== null) {
    const member = await tx.maybe(sql`
      select id from users where id = ${user_id} and is_firm_staff and deactivated_at is null`)
    if (!member) {
      const message = "Choose someone who works at the firm."
      throw badRequest([{ param: "assignee_id", code: "unknown_value", message }])
    }
  }
  await recordChanges(tx, matter_id, matter_id, { assignee_id }, [{ field: "assignee_id", value: user_id }])
  await tx.run(sql`update matters set assignee_id = ${user_id} where id = ${matter_id}`)
}

/** Gives every open matter of one member of staff to another, or (null) to nobody; returns how many. */
export async function reassignMatters(tx: Tx, from: string, to: string | null): Promise<number> {
  const matters = await tx.all<{ id: string }>(sql`
    select id from matters where assignee_id = ${from} and close_date is null order by id`)
  for (const { id } of matters) await assignMatter(tx, id, to)
  return matters.length
}

/** Gives a matter another name of 1–200 characters. */
export async function renameMatter(tx: Tx, matter_id: string, name: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  await recordChanges(tx, matter_id, matter_id, { name: matter.name }, [{ field: "name", value: name }])
  await tx.run(
    sql`update matters set name = ${name}, search_name = ${foldName(name)} where id = ${matter_id}`,
  )
}
