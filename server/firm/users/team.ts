// The firm's staff as admins see and change them. A firm never loses its last admin who can sign in.
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { removeIntroduction } from "./introductions.ts"
import { endSetupLinks } from "./setup-links.ts"
import type { StaffRole } from "./staff-roles.ts"

export interface Member {
  id: string
  email: string
  name: string
  role: StaffRole
  assigned_matters_only: boolean
  has_password: boolean
  can_sign_in: boolean
  has_second_factor: boolean
  /** When the setup link expires; null if there is none. */
  setup_until: Date | null
  deactivated_at: Date | null
  last_seen_at: Date | null
  assigned_matters: number
}

/** What choosing a colleague needs. */
export type Colleague = Pick<Member, "id" | "email" | "name" | "role"> & { deactivated_at: unknown }

/** Whether user `u` can sign in: not before they use their invitation. Add every new method of signing in here. */
const canSignIn = sql`(u.password_hash is not null
  or exists (select from sign_in_identities i where i.firm_id = u.firm_id and i.user_id = u.id))`

const columns = sql`
  u.id, u.email, u.name, u.role, u.assigned_matters_only, u.password_hash is not null as has_password, ${canSignIn} as can_sign_in,
  u.second_factor_sealed is not null as has_second_factor,
  (select max(l.expires_at) from setup_links l where l.user_id = u.id) as setup_until, u.deactivated_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
  (select coalesce(sum(c.matters), 0)::integer from (
     select state, matters from matter_counts where list = u.id
     union all select state, matters from uncounted where list = u.id) c
    where c.state <> 'closed') as assigned_matters`

const uncounted = sql`
  with uncounted as materialized (select list, state, matters from matters_not_yet_counted)`

/** Returns all staff by name, former staff last. */
export function listTeam(tx: Tx): Promise<Member[]> {
  return tx.all(teamInOrder)
}

/** Selects them. */
export const teamInOrder = sql`
  ${uncounted} select ${columns} from users u where u.is_firm_staff
   order by u.deactivated_at is not null, lower(${userName(sql`u`)}), u.id`

/** Returns one member of staff. Throws "not found". */
export function getMember(tx: Tx, user_id: string): Promise<Member> {
  return tx.one(sql`${uncounted} select ${columns} from users u where u.id = ${user_id} and u.is_firm_staff`)
}

export interface MemberEdits {
  name?: string
  role?: StaffRole
  assigned_matters_only?: boolean
  active?: boolean
}

/**
 * Changes the given fields. Throws "not found", and "conflict" if no admin who can sign in would remain; one who never
 * set a password does not count. Deactivating ends the person's setup links and introduction; call `deactivateMember` for it, which also
 * ends their sessions and reassigns their matters.
 */
export async function changeMember(tx: Tx, user_id: string, edits: MemberEdits): Promise<void> {
  // Two admins who demote each other at the same time serialize here, and the second sees the first one's change.
  const admins = await tx.all<{ id: string; can_sign_in: boolean }>(sql`
    select u.id, ${canSignIn} as can_sign_in from users u
     where u.is_firm_staff and u.role = 'admin' and u.deactivated_at is null order by u.id for update`)
  const isDemoted = edits.role !== undefined && edits.role !== "admin"
  if (isDemoted || edits.active === false) requireOtherAdmin(user_id, admins)
  const { name, role, assigned_matters_only, active } = edits
  await tx.one(sql`
    update users
       set name = coalesce(${name ?? null}, name), role = coalesce(${role ?? null}, role),
           assigned_matters_only = coalesce(${assigned_matters_only ?? null}, assigned_matters_only),
           deactivated_at = case ${active ?? null}::boolean
                              when false then coalesce(deactivated_at, ${tx.now}) when true then null
                              else deactivated_at end
     where id = ${user_id} and is_firm_staff returning id`)
  if (active !== false) return
  await endSetupLinks(tx, user_id)
  await removeIntroduction(tx, user_id)
}

function requireOtherAdmin(user_id: string, admins: readonly { id: string; can_sign_in: boolean }[]): void {
  if (!admins.some(({ id }) => id === user_id)) return
  const others = admins.filter(({ id }) => id !== user_id)
  // If nobody could sign in before, as in a new firm, any other admin suffices.
  const isNeeded = admins.some(({ can_sign_in }) => can_sign_in)
  if (others.some(({ can_sign_in }) => can_sign_in || !isNeeded)) return
  throw conflict(
    "last_admin",
    others.length > 0
      ? "No other admin can sign in yet: they were invited and have not set a password. Wait until one has, or make a colleague who has a password an admin first."
      : "This is the firm’s only admin. Make a colleague who has a password an admin first.",
  )
}
