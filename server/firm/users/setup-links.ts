// Staff join through a one-time link to set a password.

import { faultSentence } from "../../definition/faults/fault-sentences.ts"
import { parseEmail } from "../../definition/values/email-and-phone.ts"
import { inOneLine } from "../../definition/values/typed-text.ts"
import { later } from "../../platform/clock.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badField, found } from "../../platform/errors.ts"
import { hashToken, newLinkKey, readFirmPlace } from "../../platform/secrets/tokens.ts"
import { createStaff, type NewStaff } from "./users.ts"

const setup_link_days = 7
const reset_link_hours = 1
const emergency_link_hours = 1

export interface StaffInvitation {
  user_id: string
  /** In plain text, for the link; only its hash is stored. */
  setup_token: string
}

/**
 * Creates a member of staff and a one-time setup token. Throws "bad request" for what is no address, and "conflict" if
 * it is taken in this firm.
 */
export async function inviteStaff(tx: Tx, staff: NewStaff): Promise<StaffInvitation> {
  const parsed = parseEmail(staff.email)
  if (parsed.kind !== "value") {
    const fault = parsed.kind === "fault" ? parsed.fault : ({ code: "email_needs_at" } as const)
    throw badField("email", fault.code, faultSentence(fault, "Email address", "en"))
  }
  const email = parsed.value
  const user_id = await createStaff(tx, { ...staff, email, name: inOneLine(staff.name) })
  return { user_id, setup_token: await renewSetupToken(tx, user_id) }
}

/** Returns a new setup token for a member of staff, replacing any earlier one. */
export async function renewSetupToken(tx: Tx, user_id: string): Promise<string> {
  await endSetupLinks(tx, user_id)
  return addSetupToken(tx, user_id)
}

/** Adds a setup token and returns it; earlier ones work until they are used or expire. */
export function addSetupToken(tx: Tx, user_id: string): Promise<string> {
  return storeSetupToken(tx, user_id, setup_link_days * 24)
}

/** Returns a setup token for a forgotten password, valid for one hour, because someone else may have requested it. */
export async function createResetToken(tx: Tx, user_id: string): Promise<string> {
  await endSetupLinks(tx, user_id)
  return storeSetupToken(tx, user_id, reset_link_hours)
}

/** Returns a token that lets one person in although single sign-on is required: valid for one hour, for when the provider is down. */
export async function createEmergencyToken(tx: Tx, user_id: string): Promise<string> {
  await endSetupLinks(tx, user_id)
  return storeSetupToken(tx, user_id, emergency_link_hours, true)
}

/** Invalidates all setup links of this person. */
export async function endSetupLinks(tx: Tx, user_id: string): Promise<void> {
  await tx.run(sql`delete from setup_links where user_id = ${user_id}`)
}

async function storeSetupToken(
  tx: Tx,
  user_id: string,
  hours: number,
  is_emergency = false,
): Promise<string> {
  const token = newLinkKey(await readFirmPlace(tx))
  const expires = later(tx.now, { hours })
  await tx.run(sql`delete from setup_links where user_id = ${user_id} and expires_at <= ${tx.now}`)
  found(
    await tx.maybe(sql`
      insert into setup_links (token_hash, user_id, expires_at, is_emergency)
      select ${hashToken(token)}, id, ${expires}, ${is_emergency} from users where id = ${user_id} and is_firm_staff
      returning user_id`),
  )
  return token
}

/** Finds the member of staff with this address, ignoring case. */
export function findStaffByEmail(tx: Tx, email: string): Promise<{ id: string } | undefined> {
  return tx.maybe(sql`select id from users where lower(email) = lower(${email}) and is_firm_staff`)
}

/** Returns the firm's longest-serving admin, on whose behalf commands act. Throws "not found" for an unknown firm. */
export async function findAdmin(tx: Tx): Promise<{ id: string; email: string }> {
  return found(
    await tx.maybe<{ id: string; email: string }>(sql`
      select id, email from users
       where is_firm_staff and role = 'admin' and deactivated_at is null order by id limit 1`),
  )
}
