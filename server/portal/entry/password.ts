import type { FastifyRequest } from "fastify"
import type { Parts } from "../../parts.ts"
import { Failure } from "../../platform/errors.ts"
import { networkOf } from "../../platform/http/network.ts"
import type { Form } from "../../platform/http/pages.ts"
import { networkLimit } from "../../users/attempts.ts"
import { provePassword } from "../../users/proof.ts"
import { textOf } from "../form.ts"
import type { Entry } from "./entry-pages.ts"
import { findInvitedUser } from "./invitee.ts"
import type { JudgedPassword } from "./signing-in.ts"

/** What the password on the form has come to; undefined where none was asked for. Opens transactions of its own. */
export async function judgePassword(
  { proof }: Entry,
  request: FastifyRequest,
  parts: Parts,
): Promise<JudgedPassword | undefined> {
  const password = textOf((request.body ?? {}) as Form, "password")
  if (password === undefined) return undefined
  if (password === "") return { kind: "missing" }
  const who = proof && (await findInvitedUser(parts.db, proof))
  if (!who) return { kind: "wrong" }
  try {
    const proven = await provePassword(parts, who, password, [networkLimit(networkOf(request.ip))])
    return proven ? { kind: "right", proof: proven } : { kind: "wrong" }
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return { kind: "blocked" }
    throw error
  }
}
