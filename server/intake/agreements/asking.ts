// Asking a client to sign: an email with their own link. It says that something is to be signed, and never what.
import type { Language } from "../../definition/text.ts"
import { recordAudit } from "../../firm/audit/audit.ts"
import { queueStaffNotice } from "../../firm/events/staff-notices.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { markLinkSent } from "../matters/invitations/mail-states.ts"
import { markSignatureRequested } from "../matters/parties/requested-signers.ts"

/**
 * Emails a client their link with the request to sign, and tells staff. Does nothing, and returns false, if they were
 * asked within a day. `language` is for a client who has not chosen one. Throws "not found", and "conflict" for a revoked invitation.
 */
export async function askToSign(
  tx: Tx,
  parts: InvitationParts,
  {
    matter_id,
    invitation_id,
    by,
    label,
    language,
  }: { matter_id: string; invitation_id: string; by: string; label: string; language?: Language },
): Promise<boolean> {
  if (!(await markSignatureRequested(tx, invitation_id))) return false
  const about = { invitation_id, email: "signature_request", purpose: "invitation", language } as const
  await queueInviteeEmail(tx, parts, about, () => ({ sender: by }))
  await markLinkSent(tx, invitation_id)
  await recordAudit(tx, "client_requested_signature", { matter_id, record_id: invitation_id, label })
  await queueStaffNotice(tx, {
    kind: "signature_requested",
    matter_id,
    about: `${invitation_id} ${tx.now.toISOString()}`,
  })
  return true
}
