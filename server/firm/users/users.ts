// People who act: the firm's staff, and one client user for each started invitation.
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict, type Failure, found } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import type { User } from "./schema.ts"
import { isAtLeast, type StaffRole } from "./staff-roles.ts"

/** Returns a user of the firm, staff or client. Throws "not found". */
export async function getUser(tx: Tx, user_id: string): Promise<User> {
  return found(await tx.maybe<User>(sql`select id, email from users where id = ${user_id}`))
}

/** Whether the transaction's actor is active staff with at least this role, in a firm that is not suspended. */
export async function isActorAtLeast(tx: Tx, least: StaffRole): Promise<boolean> {
  const staff = await tx.maybe<{ role: StaffRole }>(sql`
    select u.role from users u join firms f on f.id = u.firm_id
     where u.id = current_actor() and u.is_firm_staff and u.deactivated_at is null and f.suspended_at is null`)
  return staff !== undefined && isAtLeast(staff.role, least)
}

/** Returns the display name of each member of staff, including former ones: the name, or else the email address. */
export function listStaffNames(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx.all(staffNames)
}

/** Selects them. */
export const staffNames = sql`select id, ${userName(sql`users`)} as name from users where is_firm_staff`

export interface NewStaff {
  email: string
  name: string
  role: StaffRole
}

/** Creates a member of staff without a password and returns the user's id. Throws "conflict" if a colleague has the address. */
export async function createStaff(tx: Tx, { email, name, role }: NewStaff): Promise<string> {
  const id = newId("user")
  const created = await tx.run(sql`
    insert into users (id, email, name, is_firm_staff, role, created_at)
    values (${id}, ${email}, ${name}, true, ${role}, ${tx.now})
    on conflict (firm_id, lower(email)) where is_firm_staff do nothing`)
  if (created === 0) throw emailTaken(email)
  return id
}

/** Creates the client user of a started invitation and returns its id. */
export async function createClientUser(
  tx: Tx,
  { email, name }: { email: string; name: string },
): Promise<string> {
  const id = newId("user")
  await tx.run(sql`
    insert into users (id, email, name, is_firm_staff, created_at) values (${id}, ${email}, ${name}, false, ${tx.now})`)
  return id
}

/** Saves preferences of a user, such as the language, and keeps the others. */
export async function changePreferences(
  tx: Tx,
  user_id: string,
  preferences: Record<string, string>,
): Promise<void> {
  await tx.run(
    sql`update users set preferences = preferences || ${json(preferences)}::jsonb where id = ${user_id}`,
  )
}

/** Returns the acting user's preferences by name. */
export async function readPreferences(tx: Tx): Promise<Readonly<Record<string, string | undefined>>> {
  const { preferences } = await tx.one<{ preferences: Record<string, string> }>(sql`
    select preferences from users where id = current_actor()`)
  return preferences
}

/** Changes the address that receives a client's codes for returning; empty for none. */
export async function changeClientEmail(tx: Tx, user_id: string, email: string): Promise<void> {
  await tx.run(sql`update users set email = ${email} where id = ${user_id} and is_client_user`)
}

/** Changes the address a member of staff signs in with. Throws "conflict" if a colleague has it. */
export async function changeStaffEmail(tx: Tx, user_id: string, email: string): Promise<void> {
  const taken = await tx.maybe(sql`
    select id from users where lower(email) = lower(${email}) and is_firm_staff and id <> ${user_id}`)
  if (taken) throw emailTaken(email)
  await tx.one(sql`update users set email = ${email} where id = ${user_id} and is_firm_staff returning id`)
}

/** The failure for an address that a colleague already has. */
export function emailTaken(email: string): Failure {
  return conflict("email_taken", `${email} already belongs to a member of staff.`)
}

/** Changes a member of staff's name. */
export async function changeStaffName(tx: Tx, user_id: string, name: string): Promise<void> {
  await tx.one(sql`update users set name = ${name} where id = ${user_id} and is_firm_staff returning id`)
}
