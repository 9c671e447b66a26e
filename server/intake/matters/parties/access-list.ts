// The access list of a restricted matter (an ethical wall). Row-level security hides the matter from all other staff,
// admins included. The firm's API keys and background jobs see every matter.
import { sql, type Tx, userName } from "../../../platform/db/sql.ts"
import { badField } from "../../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../../platform/http/responses/paging.ts"
import { lockForEditing } from "../editing.ts"

export interface AdmittedPerson {
  id: string
  name: string
}

/** The people a restricted matter admits, by name; empty when all staff may see it. */
export function listAdmitted(tx: Tx, matter_id: string): Promise<AdmittedPerson[]> {
  return tx.all(sql`
    select u.id, ${userName(sql`u`)} as name from matter_access a join users u on u.id = a.user_id
     where a.matter_id = ${matter_id} order by lower(u.name), u.id`)
}

/**
 * Restricts a matter to these people; an empty list opens it to all staff. Callers may leave themselves out and lose
 * access at once. Throws "bad request" unless everyone listed is active staff and the assignee is listed.
 */
export async function restrictMatter(tx: Tx, matter_id: string, user_ids: readonly string[]): Promise<void> {
  const { assignee_id } = await lockForEditing(tx, matter_id)
  const active = await tx.all<{ id: string }>(sql`
    select id from users where id = any(${[...user_ids]}::text[]) and is_firm_staff and deactivated_at is null`)
  if (active.length < new Set(user_ids).size) throw fault("Choose people who work at the firm.")
  if (assignee_id !== null && user_ids.length > 0 && !user_ids.includes(assignee_id))
    throw fault("Keep the assignee on the list, or assign the matter to someone else first.")
  await tx.run(sql`update matters set is_restricted = ${user_ids.length > 0} where id = ${matter_id}`)
  // One statement: row-level security then judges the insert by the list as it was before the delete.
  await tx.run(sql`
    with gone as (delete from matter_access where matter_id = ${matter_id} and user_id <> all(${[...user_ids]}::text[]))
    insert into matter_access (matter_id, user_id, added_at)
    select ${matter_id}, user_id, ${tx.now} from unnest(${[...user_ids]}::text[]) as named (user_id)
    on conflict do nothing`)
}

function fault(message: string) {
  return badField("people", "unknown_value", message)
}

/**
 * Ids of all matters hidden from the current viewer, deleted ones included, so that exports for them can leave these
 * out.
 */
export async function listHiddenMatterIds(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    sql`select id from hidden_matters() as closed (id) where id like 'matter\\_%' order by id`,
  )
  return rows.map(({ id }) => id)
}

export interface HiddenMatter {
  matter_id: string
  restricted_at: Date
  /** Names of the people it admits who work here. */
  people: string[]
}

/** A page of the matters hidden from the current admin, without their content; empty for everyone else. */
export function listHiddenMatters(
  tx: Tx,
  page: Pick<Page, "limit" | "offset">,
): Promise<Listing<HiddenMatter>> {
  return listCounted(
    tx,
    {
      columns: sql`
        c.matter_id, c.restricted_at,
        array(select ${userName(sql`u`)} from users u where u.id = any(c.people) and u.deactivated_at is null order by 1) as people`,
      from: sql`list_matters_closed_to_admin() c`,
      where: sql``,
      order: sql`order by c.restricted_at desc, c.matter_id`,
    },
    page,
  )
}

/** How many of the matters hidden from the current admin no one but this person may see who works here. */
export async function countOnlyVisibleTo(tx: Tx, user_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from list_matters_closed_to_admin() c
     where ${user_id} = any(c.people) and not exists (
           select from users u where u.id = any(c.people) and u.id <> ${user_id} and u.deactivated_at is null)`)
  return count
}

/** Adds the current admin to the access list of a matter hidden from them; false when there is no such matter. */
export async function admitAdmin(tx: Tx, matter_id: string): Promise<boolean> {
  const { is_in } = await tx.one<{ is_in: boolean }>(
    sql`select let_admin_in(${matter_id}, ${tx.now}) as is_in`,
  )
  return is_in
}
