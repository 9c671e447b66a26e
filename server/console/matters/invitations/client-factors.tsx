// What a client added to their sign-in, and how the firm takes it away again for somebody who lost the phone.
import { endSessionsOf } from "../../../access/sessions.ts"
import { recordAudit } from "../../../audit/audit.ts"
import type { InvitationRow } from "../../../matters/invitations.ts"
import { conflict } from "../../../platform/errors.ts"
import type { SummaryRow } from "../../../ui/components/summary-list.tsx"
import { tellOfChange } from "../../../users/notices.ts"
import { countPasskeys, removePasskeys } from "../../../users/passkeys.ts"
import { readSignIn } from "../../../users/proof.ts"
import { removeSecondFactor } from "../../../users/second-factor.ts"
import { getUser } from "../../../users/users.ts"
import type { PageRequest } from "../../page-request.ts"

/** The authenticator app and the passkeys of whoever started, where there are such. */
export async function factorRows(
  { tx }: PageRequest,
  home: string,
  { user_id }: InvitationRow,
): Promise<SummaryRow[]> {
  if (!user_id) return []
  const [{ has_second_factor }, passkeys] = await Promise.all([
    readSignIn(tx, user_id),
    countPasskeys(tx, user_id),
  ])
  const app = {
    key: "Authenticator app",
    value: "Its code is asked for when the client comes back",
    actions: [{ href: `${home}/app-removal`, text: "Remove", about: "the authenticator app" }],
  }
  const keys = {
    key: "Passkeys",
    value: passkeys,
    actions: [{ href: `${home}/passkey-removal`, text: "Remove", about: "all passkeys" }],
  }
  return [...(has_second_factor ? [app] : []), ...(passkeys > 0 ? [keys] : [])]
}

/** Takes the app away, for a client who lost the phone and the recovery codes. */
export async function removeClientApp(req: PageRequest, invitation: InvitationRow): Promise<void> {
  const user_id = started(invitation)
  const { has_second_factor } = await readSignIn(req.tx, user_id)
  if (!has_second_factor) throw conflict("no_app", "This client has no authenticator app anymore.")
  await removeSecondFactor(req.tx, user_id)
  await note(req, invitation, user_id, "client_app_removed", "second_factor_removed")
}

/** Takes all passkeys away, for a client whose device was lost or stolen. */
export async function removeClientPasskeys(req: PageRequest, invitation: InvitationRow): Promise<void> {
  const user_id = started(invitation)
  if ((await removePasskeys(req.tx, user_id)) === 0)
    throw conflict("no_passkeys", "This client has no passkeys anymore.")
  await note(req, invitation, user_id, "client_passkeys_removed", "passkeys_removed")
}

function started({ user_id }: InvitationRow): string {
  if (!user_id) throw conflict("not_started", "This person has not started yet.")
  return user_id
}

/** Whoever holds the lost device is signed out with it. */
async function note(
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
