// Before members change how they sign in, they enter their password and code again: see ../../sign-in/proof.ts.

import type { FastifyRequest } from "fastify"
import type { Parts } from "../../../../parts.ts"
import { badField, type Fault } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { oneTimeCode, password } from "../../../../web/console/forms/unseen-fields.tsx"
import { trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Staff } from "../../../access/console.ts"
import { findPasswordFault } from "../../passwords/password-rules.ts"
import { passwordHints, passwordSentence } from "../../passwords/password-sentences.ts"
import { type Proof, proveStaff } from "../../sign-in/proof.ts"

/** The fields that `receiveProof` verifies. */
export function proofFields({ has_second_factor }: Staff) {
  return {
    current: password({
      label: "Your current password",
      autocomplete: "current-password",
      missing: "Enter your current password.",
    }),
    ...(has_second_factor && {
      current_code: oneTimeCode({
        label: "Code from your authenticator app",
        hint: "Or one of your recovery codes.",
        maxlength: 40,
        missing: "Enter the code from your authenticator app, or a recovery code.",
      }),
    }),
  }
}

/** Verifies the form's proof; throws "bad request" if it is wrong, "too many" after too many attempts. */
export async function receiveProof(request: FastifyRequest, staff: Staff, parts: Parts): Promise<Proof> {
  const form = formOf(request)
  const typed = { password: form.current?.at(-1) ?? "", code: trimmedTextOf(form, "current_code") }
  const proof = await proveStaff(parts, staff, typed)
  if (proof === "password") throw badField("current", "not_matching", "This is not your current password.")
  if (proof === "code") throw badField("current_code", "not_matching", wrongCode)
  return proof
}

export function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form
}

export const wrongCode = "This code is wrong or was already used. Wait until your app shows the next one."

export function newPasswordField(label: string) {
  return password({ label, hint: passwordHints.en, autocomplete: "new-password" })
}

/** The fault of a new password, if any; `about` lists words that an attacker would guess first. */
export async function passwordFaults(password: string, about: readonly string[]): Promise<Fault[]> {
  const fault = await findPasswordFault(password, about)
  return fault
    ? [{ param: "password", code: `password_${fault}`, message: passwordSentence(fault, "en") }]
    : []
}

export const accountCrumb = { text: "Your account", href: "/console/account" }

/** What the account's forms with pages of their own have in common: the way back. */
export const accountForm = { breadcrumbs: [accountCrumb], cancel: accountCrumb.href }
