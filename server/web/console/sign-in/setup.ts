import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { passwordFaults } from "../../../firm/users/console/account/proof.tsx"
import { tellOfChange } from "../../../firm/users/notices.ts"
import { findSetup, finishSetup, type Setup } from "../../../firm/users/passwords/setup.ts"
import { readCredentials } from "../../../firm/users/sign-in/credentials.ts"
import type { Parts } from "../../../parts.ts"
import { badRequest } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { hashPassword } from "../../../platform/secrets/passwords.ts"
import { parseFields } from "../forms/field.ts"
import { nameFields, newPasswordFields } from "./fields.ts"
import { requirePasswordsAllowed } from "./passkey.ts"

/** Saves the name and password sent from a setup link and uses up the link; throws "bad request" for faults. */
export async function completeSetup(parts: Parts, token: string, form: Form): Promise<Setup> {
  const { db } = parts
  const setup = await findSetup(db, token)
  if (!setup) throw badRequest([])
  if (!setup.is_emergency) requirePasswordsAllowed(parts)
  const { values, faults } = parseFields({ ...nameFields(setup), ...newPasswordFields }, form)
  const { name = "", password } = values
  faults.push(...(await passwordFaults(password, [name, setup.email, setup.firm_name])))
  if (faults.length > 0) throw badRequest(faults)
  const password_hash = await hashPassword(password)
  return db.forFirm(setup.firm_id, async (tx) => {
    if (!(await finishSetup(tx, { token, name, password_hash }))) throw badRequest([])
    // Someone who knew the old password may be signed in elsewhere.
    await endSessionsOf(tx, setup.user_id)
    await recordAudit(tx, "password_set", { record_id: setup.user_id, label: setup.email })
    await tellOfChange(tx, parts, setup.user_id, setup.has_password ? "password_changed" : "password_set")
    return { ...setup, credentials: await readCredentials(tx, setup.user_id) }
  })
}
