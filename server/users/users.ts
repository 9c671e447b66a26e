// People who act: the firm's staff, and one client user for each started invitation.
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { conflict, type Failure, found } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import type { User } from "./schema.ts"
import { isAtLeast, type StaffRole } from "./staff-roles.ts"

/** One user of the firm, staff or client; throws "not found". */
export async function getUser(tx: Tx, user_id: string): Promise<User> {
  return found(await tx.maybe<User>(sql`select id, email from users where id = ${user_id}`))
}

/** Whether the transaction's actor is active staff of this role or more, in a firm that is not suspended. */
export async function isActiveStaff(tx: Tx, least: StaffRole): Promise<boolean> {
  const staff = await tx.maybe<{ role: StaffRole }>(sql`
    select u.role from users u join firms f on f.id = u.firm_id
     where u.id = current_actor() and u.is_firm_staff and u.deactivated_at is null and f.suspended_at is null`)
  return staff !== undefined && isAtLeast(staff.role, least)
}

/** What each member of staff is called, those who left included: the name, else the e-mail address. */
export function listStaffNames(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx.all(sql`select id, coalesce(nullif(name, ''), email) as name from users where is_firm_staff`)
}

export interface NewStaff {
  email: string
  name: string
  role: StaffRole
}

/** Makes a member of staff, who still has to set a password, and returns the user's id. */
export async function createStaff(tx: Tx, { email, name, role }: NewStaff): Promise<string> {
  const id = newId("user")
  await tx.run(sql`
    insert into users (id, email, name, is_firm_staff, role, created_at)
    values (${id}, ${email}, ${name}, true, ${role}, ${tx.now})`)
  return id
}

/** Makes the client user behind a started invitation and returns its id. */
export async function createClientUser(
  tx: Tx,
  { email, name }: { email: string; name: string },
): Promise<string> {
  const id = newId("user")
  await tx.run(sql`
    insert into users (id, email, name, is_firm_staff, created_at) values (${id}, ${email}, ${name}, false, ${tx.now})`)
  return id
}

/** Remembers choices of a user's own, such as the language; others stay. */
export async function changePreferences(
  tx: Tx,
  user_id: string,
  preferences: Record<string, string>,
): Promise<void> {
  await tx.run(
    sql`update users set preferences = preferences || ${json(preferences)}::jsonb where id = ${user_id}`,
  )
}

/** Choices of the user who acts, by name. */
export async function readPreferences(tx: Tx): Promise<Readonly<Record<string, string | undefined>>> {
  const { preferences } = await tx.one<{ preferences: Record<string, string> }>(sql`
    select preferences from users where id = current_actor()`)
  return preferences
}

/** Where a client gets codes for coming back; empty for nowhere. */
export async function changeClientEmail(tx: Tx, user_id: string, email: string): Promise<void> {
  await tx.run(sql`update users set email = ${email} where id = ${user_id} and is_client_user`)
}

/** The address a member of staff signs in with; throws a conflict when a colleague has it. */
export async function changeStaffEmail(tx: Tx, user_id: string, email: string): Promise<void> {
  const taken = await tx.maybe(sql`
    select id from users where lower(email) = lower(${email}) and is_firm_staff and id <> ${user_id}`)
  if (taken) throw emailTaken(email)
  await tx.one(sql`update users set email = ${email} where id = ${user_id} and is_firm_staff returning id`)
}

/** Thrown where the address is a colleague's already. */
export function emailTaken(email: string): Failure {
  return conflict("email_taken", `${email} already belongs to a member of staff.`)
}

/** What a member of staff is called. */
export async function changeStaffName(tx: Tx, user_id: string, name: string): Promise<void> {
  await tx.one(sql`update users set name = ${name} where id = ${user_id} and is_firm_staff returning id`)
}
