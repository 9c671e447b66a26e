// The authenticator app and passkeys of a client, which staff can remove for a client who lost the device.
import { endSessionsOf } from "../../../../firm/access/sessions.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { tellOfChange } from "../../../../firm/users/notices.ts"
import { countPasskeys, removePasskeys } from "../../../../firm/users/sign-in/passkeys.ts"
import { readSignIn } from "../../../../firm/users/sign-in/proof.ts"
import { removeSecondFactor } from "../../../../firm/users/sign-in/second-factor.ts"
import { getUser } from "../../../../firm/users/users.ts"
import { conflict } from "../../../../platform/errors.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { InvitationRow } from "../../invitations/invitations.ts"

/** What an invitee who has started can sign in with, besides emailed codes. */
export async function readCredentials({ tx }: PageRequest, { user_id }: InvitationRow) {
  if (!user_id) return { has_second_factor: false, passkeys: 0 }
  const [{ has_second_factor }, passkeys] = await Promise.all([
    readSignIn(tx, user_id),
    countPasskeys(tx, user_id),
  ])
  return { has_second_factor, passkeys }
}

/** Removes the app of a client who lost the phone and the recovery codes; throws "conflict". */
export async function removeClientApp(req: PageRequest, invitation: InvitationRow): Promise<void> {
  const user_id = requireStarted(invitation)
  const { has_second_factor } = await readSignIn(req.tx, user_id)
  if (!has_second_factor) throw conflict("no_app", "This client no longer has an authenticator app.")
  await removeSecondFactor(req.tx, user_id)
  await afterRemoval(req, invitation, user_id, "client_app_removed", "second_factor_removed")
}

/** Removes all passkeys of a client whose device was lost or stolen; throws "conflict". */
export async function removeClientPasskeys(req: PageRequest, invitation: InvitationRow): Promise<void> {
  const user_id = requireStarted(invitation)
  if ((await removePasskeys(req.tx, user_id)) === 0)
    throw conflict("no_passkeys", "This client no longer has passkeys.")
  await afterRemoval(req, invitation, user_id, "client_passkeys_removed", "passkeys_removed")
}

function requireStarted({ user_id }: InvitationRow): string {
  if (!user_id) throw conflict("not_started", "This person has not started yet.")
  return user_id
}

/** Signs the client out everywhere, the lost device included, and records and announces the removal. */
async function afterRemoval(
  { tx, parts }: PageRequest,
  { matter_id, email }: InvitationRow,
  user_id: string,
  action: string,
  change: "second_factor_removed" | "passkeys_removed",
): Promise<void> {
  await endSessionsOf(tx, user_id)
  await recordAudit(tx, action, { matter_id, record_id: user_id })
  const user = await getUser(tx, user_id)
  await tellOfChange(tx, parts, user_id, change, { email: user.email || email, matter_id })
}
