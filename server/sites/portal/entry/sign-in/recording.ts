// A client's sign-ins in the audit log, as staff's: a firm can tell who was in the record before a signature.
import type { FastifyRequest } from "fastify"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { sourceOf } from "../../../../firm/users/device-name.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import type { Invitee } from "../invitee.ts"

/** Records that the transaction's actor signed in; `by` says with what. */
export function recordSignIn(
  tx: Tx,
  { matter_id }: Pick<Invitee, "matter_id">,
  request: FastifyRequest,
  by: string,
): Promise<void> {
  return recordAudit(tx, "signed_in", { matter_id, label: `${by}: ${sourceOf(request)}` })
}

/** Records that someone failed to sign in as this client. What is tried is limited, or counted by the caller. */
export function recordFailure(
  tx: Tx,
  { matter_id, user_id }: Pick<Invitee, "matter_id" | "user_id">,
  request: FastifyRequest,
  what: string,
): Promise<void> {
  const label = `${what}: ${sourceOf(request)}`
  return recordAudit(tx, "sign_in_failed", { matter_id, record_id: user_id ?? undefined, label })
}
