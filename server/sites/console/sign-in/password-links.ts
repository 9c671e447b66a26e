import type { FastifyReply, FastifyRequest } from "fastify"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { passwordFaults } from "../../../firm/users/console/account/proof.tsx"
import { tellOfChange } from "../../../firm/users/notices.ts"
import {
  mailNewPasswordLinks,
  requirePasswordLinkAttempt,
} from "../../../firm/users/passwords/forgotten-password.ts"
import { findSetup, finishSetup, type Setup } from "../../../firm/users/passwords/setup.ts"
import { readCredentials } from "../../../firm/users/sign-in/credentials.ts"
import type { Parts } from "../../../parts.ts"
import { badRequest } from "../../../platform/errors.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import type { openAfterwards } from "../../../platform/http/responses/afterwards.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { hashPassword } from "../../../platform/secrets/passwords.ts"
import { parseFields, valuesIn } from "../../../web/console/forms/field.ts"
import type { RefusedForm } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { addressFields, nameFields, newPasswordFields } from "./fields.ts"
import { requirePasswordsAllowed } from "./passkey.ts"
import { forgottenPage, noMailPage } from "./setup-pages.tsx"

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

/** The page that requests a link to set a new password; redirects to sign-in if staff use single sign-on only. */
export function forgottenPassword(parts: Parts, afterwards: ReturnType<typeof openAfterwards>) {
  return {
    show: async ({ query }: FastifyRequest, refused?: RefusedForm): Promise<View | undefined> => {
      if (parts.config.oidc_only) return undefined
      if (!parts.config.smtp_url) return noMailPage()
      return forgottenPage((query as { sent?: string }).sent === "yes", refused)
    },
    act: async (request: FastifyRequest, _: FastifyReply, form: Form): Promise<string> => {
      requirePasswordsAllowed(parts)
      const { email } = valuesIn(addressFields, form)
      await requirePasswordLinkAttempt(parts, networkOf(request.ip))
      // Otherwise the response time would reveal whether the address exists.
      afterwards("password link not sent", () =>
        mailNewPasswordLinks(parts, { email, base_url: parts.base_url }),
      )
      return "/console/forgotten-password?sent=yes"
    },
  }
}
