import type { FastifyRequest } from "fastify"
import type { Parts } from "../../../../parts.ts"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { textOf } from "../../../../web/console/page-request.ts"
import type { Staff } from "../../../access/console.ts"
import { type Proof, proveStaff } from "../../sign-in/proof.ts"

/** Verifies the form's `ProofFields`; throws "bad request" if they are wrong, "too many" after too many attempts. */
export async function receiveProof(request: FastifyRequest, staff: Staff, parts: Parts): Promise<Proof> {
  const form = formOf(request)
  const typed = { password: form.current?.at(-1) ?? "", code: textOf(form, "current_code") }
  const missing = [
    ...(typed.password === "" ? [passwordMissing] : []),
    ...(staff.has_second_factor && typed.code === "" ? [codeMissing] : []),
  ]
  if (missing.length > 0) throw badRequest(missing)
  const proof = await proveStaff(parts, staff, typed)
  if (proof === "password") throw badRequest([wrongPassword])
  if (proof === "code") throw badRequest([wrongCode])
  return proof
}

export function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form
}

const passwordMissing: Fault = {
  param: "current",
  code: "required",
  message: "Enter your current password.",
}

const wrongPassword: Fault = {
  param: "current",
  code: "not_matching",
  message: "This is not your current password.",
}

const codeMissing: Fault = {
  param: "current_code",
  code: "required",
  message: "Enter the code from your authenticator app, or a recovery code.",
}

const wrongCode: Fault = {
  param: "current_code",
  code: "not_matching",
  message: "This code is wrong or was already used. Wait until your app shows the next one.",
}
