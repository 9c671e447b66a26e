import type { FastifyReply, FastifyRequest } from "fastify"
import { endOwnSession, signInStaff } from "../../../firm/access/console.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { deviceName } from "../../../firm/users/console/account/device-name.ts"
import { isStillProven, type SignedIn } from "../../../firm/users/sign-in/sign-in.ts"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { rememberBrowser } from "./known-browser.ts"
import { dropPending } from "./pending.ts"

/** Signs a proven member of staff in on this browser. Returns the page to open: sign-in again if the account changed. */
export async function openSession(
  { db, ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  account: SignedIn,
  next: string,
  { is_strong = false } = {},
): Promise<string> {
  const device = deviceName(request.headers["user-agent"] ?? "")
  const work = async (tx: Tx) => {
    if (!(await isStillProven(tx, account))) return false
    await signInStaff(tx, request, reply, account.user_id, { is_strong })
    await recordAudit(tx, "signed_in", { label: device })
    return true
  }
  const isOpen = await db.forFirm(account.firm_id, work, account)
  dropPending(request, reply)
  if (!isOpen) return `/console/sign-in?${new URLSearchParams({ changed: "1", next })}`
  // End the browser's earlier session: with its cookie replaced, no one could sign it out anymore.
  await endOwnSession(request)
  rememberBrowser(request, reply, ring, account.user_id)
  return next
}
