// The second step of a sign-in with an authenticator app, after a password or an emailed code.
import type { FastifyRequest } from "fastify"
import { recordAudit } from "../../audit/audit.ts"
import type { Parts } from "../../parts.ts"
import { Failure } from "../../platform/errors.ts"
import type { Form } from "../../platform/http/pages.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { useSecondFactor } from "../../users/second-factor.ts"
import { textOf } from "../form.ts"
import type { Invitee } from "./invitee.ts"

/** A client who passed the first step. Travels sealed in the form, so that the server stores nothing in between. */
interface Pending {
  firm_id: string
  user_id: string
  matter_id: string
  /** Receives the notice of a used recovery code. */
  email: string
  until: number
}

const context = "portal_pending:second-step"
const lifetime_ms = 10 * 60_000

export function sealPending(
  ring: KeyRing,
  { firm_id, matter_id, email }: Invitee,
  user_id: string,
  now: Date,
): string {
  const pending: Pending = { firm_id, user_id, matter_id, email, until: now.getTime() + lifetime_ms }
  return ring.seal(JSON.stringify(pending), context)
}

export type AppCodeResult =
  | { kind: "right"; pending: Pending }
  | { kind: "missing" | "wrong" | "blocked"; sealed: string }
  /** The first step is too long ago, or the seal is not ours. */
  | { kind: "over" }

/** Verifies the app's code, or a recovery code. Opens its own transactions. */
export async function verifyAppCode(request: FastifyRequest, parts: Parts): Promise<AppCodeResult> {
  const form = (request.body ?? {}) as Form
  const sealed = textOf(form, "pending") ?? ""
  const pending = openPending(parts.ring, sealed, parts.db.clock())
  if (!pending) return { kind: "over" }
  const code = (textOf(form, "app_code") ?? "").trim()
  if (code === "") return { kind: "missing", sealed }
  const { firm_id, user_id, matter_id, email } = pending
  try {
    if (await useSecondFactor(parts, { firm_id, user_id, matter_id, email }, code))
      return { kind: "right", pending }
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return { kind: "blocked", sealed }
    throw error
  }
  const failed = { matter_id, record_id: user_id, label: "Wrong code of the authenticator app" }
  await parts.db.forFirm(firm_id, (tx) => recordAudit(tx, "sign_in_failed", failed))
  return { kind: "wrong", sealed }
}

function openPending(ring: KeyRing, sealed: string, now: Date): Pending | undefined {
  try {
    const pending = JSON.parse(ring.open(sealed, context)) as Pending
    return pending.until > now.getTime() ? pending : undefined
  } catch {
    return undefined
  }
}
