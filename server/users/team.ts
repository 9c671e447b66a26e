// The firm's staff as its admins see and change them. A firm never loses its last admin.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"
import { endSetupLinks } from "./staff.ts"

export interface Member {
  id: string
  email: string
  name: string
  role: "admin" | "member"
  assigned_matters_only: boolean
  has_password: boolean
  has_second_factor: boolean
  /** Until when the link that sets a password is good; null when there is none. */
  setup_until: Date | null
  deactivated_at: Date | null
  last_seen_at: Date | null
  assigned_matters: number
}

const columns = sql`
  u.id, u.email, u.name, u.role, u.assigned_matters_only, u.password_hash is not null as has_password,
  u.second_factor_sealed is not null as has_second_factor,
  (select max(l.expires_at) from setup_links l where l.user_id = u.id) as setup_until, u.deactivated_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
  (select count(*) from matters m where m.assignee_id = u.id and m.close_date is null) as assigned_matters`

/** All staff, by name, those who left last. */
export function listTeam(tx: Tx): Promise<Member[]> {
  return tx.all(sql`
    select ${columns} from users u where u.is_firm_staff
     order by u.deactivated_at is not null, lower(coalesce(nullif(u.name, ''), u.email)), u.id`)
}

/** One member of staff; throws "not found". */
export function getMember(tx: Tx, user_id: string): Promise<Member> {
  return tx.one(sql`select ${columns} from users u where u.id = ${user_id} and u.is_firm_staff`)
}

export interface MemberEdits {
  name?: string
  role?: "admin" | "member"
  assigned_matters_only?: boolean
  active?: boolean
}

/** Changes what is named. Throws "not found", and "conflict" when the firm would be left without an admin. */
export async function changeMember(tx: Tx, user_id: string, edits: MemberEdits): Promise<void> {
  // Two admins who demote each other at the same moment queue here.
  const admins = await tx.all<{ id: string }>(sql`
    select id from users where is_firm_staff and role = 'admin' and deactivated_at is null order by id for update`)
  const leaves = edits.role === "member" || edits.active === false
  if (leaves && admins.length === 1 && admins[0]?.id === user_id) {
    throw conflict("last_admin", "This is the firm's only admin. Make somebody else an admin first.")
  }
  const { name, role, assigned_matters_only, active } = edits
  await tx.one(sql`
    update users
       set name = coalesce(${name ?? null}, name), role = coalesce(${role ?? null}, role),
           assigned_matters_only = coalesce(${assigned_matters_only ?? null}, assigned_matters_only),
           deactivated_at = case ${active ?? null}::boolean
                              when false then coalesce(deactivated_at, ${tx.now}) when true then null
                              else deactivated_at end
     where id = ${user_id} and is_firm_staff returning id`)
  if (active === false) await endSetupLinks(tx, user_id)
}
