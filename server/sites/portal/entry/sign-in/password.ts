import type { FastifyRequest } from "fastify"
import { networkLimit } from "../../../../firm/users/sign-in/attempts.ts"
import { provePassword } from "../../../../firm/users/sign-in/proof.ts"
import type { Parts } from "../../../../parts.ts"
import { Failure } from "../../../../platform/errors.ts"
import { networkOf } from "../../../../platform/http/requests/network.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { textOf } from "../../../../web/portal/form.ts"
import type { Entry } from "../entry-pages.ts"
import { findInvitedUser } from "../invitee.ts"
import type { PasswordResult } from "./sign-in.ts"

/** Verifies the form's password; undefined if the form has no password field. Opens its own transactions. */
export async function verifyPassword(
  { proof }: Entry,
  request: FastifyRequest,
  parts: Parts,
): Promise<PasswordResult | undefined> {
  const password = textOf((request.body ?? {}) as Form, "password")
  if (password === undefined) return undefined
  if (password === "") return { kind: "missing" }
  const user = proof && (await findInvitedUser(parts.db, proof))
  if (!user) return { kind: "wrong" }
  try {
    const proven = await provePassword(parts, user, password, [networkLimit(networkOf(request.ip))])
    return proven ? { kind: "right", proof: proven } : { kind: "wrong" }
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return { kind: "blocked" }
    throw error
  }
}
