// Who may see a restricted matter (an ethical wall): one list of people. Row security keeps everybody else of the staff
// out, admins too; the firm's software and its work in the background see all matters.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { badRequest } from "../platform/errors.ts"
import { listCounted } from "../platform/http/counted-list.ts"
import type { Listing, Page } from "../platform/http/paging.ts"
import { lockForEditing } from "./editing.ts"

export interface AdmittedPerson {
  id: string
  name: string
}

/** The people a matter is restricted to, by name; none: everyone may see it. */
export function listAdmitted(tx: Tx, matter_id: string): Promise<AdmittedPerson[]> {
  return tx.all(sql`
    select u.id, coalesce(nullif(u.name, ''), u.email) as name from matter_access a join users u on u.id = a.user_id
     where a.matter_id = ${matter_id} order by lower(u.name), u.id`)
}

/**
 * Restricts a matter to these people, or (none) opens it to everyone; the caller may leave themselves out, and sees
 * nothing of it from then on. Throws "bad request" where nobody at work is named, or the assignee is not.
 */
export async function restrictMatter(tx: Tx, matter_id: string, user_ids: readonly string[]): Promise<void> {
  const { assignee_id } = await lockForEditing(tx, matter_id)
  const known = await tx.all<{ id: string }>(sql`
    select id from users where id = any(${[...user_ids]}::text[]) and is_firm_staff and deactivated_at is null`)
  if (known.length < new Set(user_ids).size) throw fault("Choose people who work at the firm.")
  if (assignee_id !== null && user_ids.length > 0 && !user_ids.includes(assignee_id))
    throw fault("Keep the assignee on the list, or assign the matter to someone else first.")
  await tx.run(sql`update matters set is_restricted = ${user_ids.length > 0} where id = ${matter_id}`)
  // One statement: what it sees, and so whether it may write, is what was there before.
  await tx.run(sql`
    with gone as (delete from matter_access where matter_id = ${matter_id} and user_id <> all(${[...user_ids]}::text[]))
    insert into matter_access (matter_id, user_id, added_at)
    select ${matter_id}, user_id, ${tx.now} from unnest(${[...user_ids]}::text[]) as named (user_id)
    on conflict do nothing`)
}

function fault(message: string) {
  return badRequest([{ param: "people", code: "unknown_value", message }])
}

/** Ids of all matters that whoever looks may not see, deleted ones among them: what is made for them is made without. */
export async function listClosedToViewer(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    sql`select id from closed_to_viewer() as closed (id) where id like 'matter\\_%' order by id`,
  )
  return rows.map(({ id }) => id)
}

export interface ClosedMatter {
  matter_id: string
  restricted_at: Date
  /** Names of those who may see it. */
  people: string[]
}

/** A page of the matters that the admin who looks may not see, nothing of which is told; none for anybody else. */
export function listClosedMatters(
  tx: Tx,
  page: Pick<Page, "limit" | "offset">,
): Promise<Listing<ClosedMatter>> {
  return listCounted(
    tx,
    {
      columns: sql`
        c.matter_id, c.restricted_at,
        array(select coalesce(nullif(u.name, ''), u.email) from users u where u.id = any(c.people) order by 1) as people`,
      from: sql`list_matters_closed_to_admin() c`,
      where: sql``,
      order: sql`order by c.restricted_at desc, c.matter_id`,
    },
    page,
  )
}

/** Puts the admin who acts on the list of a matter they are kept out of; false where there is no such matter. */
export async function letAdminIn(tx: Tx, matter_id: string): Promise<boolean> {
  const { is_in } = await tx.one<{ is_in: boolean }>(
    sql`select let_admin_in(${matter_id}, ${tx.now}) as is_in`,
  )
  return is_in
}
