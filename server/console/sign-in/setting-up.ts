import { endSessionsOf } from "../../access/sessions.ts"
import { recordAudit } from "../../audit/audit.ts"
import { badRequest } from "../../platform/errors.ts"
import type { Form } from "../../platform/http/pages.ts"
import { inOneLine } from "../../platform/one-line.ts"
import { hashPassword } from "../../platform/secrets/passwords.ts"
import { tellOfChange } from "../../users/notices.ts"
import { findSetup, finishSetup, type Setup } from "../../users/setup.ts"
import { passwordFaults } from "../account/password-faults.ts"
import { type ConsoleParts, textOf } from "../page-request.ts"
import { nameMissing } from "./faults.ts"
import { requireOtherWays } from "./passkey.ts"

/** Takes name and password that came by a setup link, which is then used up; throws "bad request" for faults. */
export async function setUp(parts: ConsoleParts, token: string, form: Form): Promise<Setup> {
  const { db } = parts
  const setup = await findSetup(db, token)
  if (!setup) throw badRequest([])
  if (!setup.is_emergency) requireOtherWays(parts)
  const name = inOneLine(textOf(form, "name"))
  const password = form.password?.at(-1) ?? ""
  const faults = [
    ...(name && name.length <= 200 ? [] : [nameMissing]),
    ...(await passwordFaults(password, [name, setup.email, setup.firm_name])),
  ]
  if (faults.length > 0) throw badRequest(faults)
  const password_hash = await hashPassword(password)
  await db.forFirm(setup.firm_id, async (tx) => {
    if (!(await finishSetup(tx, { token, name, password_hash }))) throw badRequest([])
    // Whoever knew the old password may be signed in somewhere.
    await endSessionsOf(tx, setup.user_id)
    await recordAudit(tx, "password_set", { record_id: setup.user_id, label: setup.email })
    await tellOfChange(tx, parts, setup.user_id, setup.has_password ? "password_changed" : "password_set")
  })
  return setup
}
