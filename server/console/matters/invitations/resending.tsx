import { sendInvitation } from "../../../matters/invitation-mail.ts"
import type { InvitationRow } from "../../../matters/invitations.ts"
import { Button } from "../../../ui/components/button.tsx"
import { PostForm } from "../../../ui/components/permitted.tsx"
import { emailFlash } from "../../flash.ts"
import { localPath } from "../../next.ts"
import { type PageRequest, textOf } from "../../page-request.ts"
import type { Redirect } from "../../view.tsx"
import { inviteeName } from "./labels.ts"
import { requireInvitation } from "./require-invitation.ts"

/** Whether one click can email a new link to replace an expired one. */
export function isResendable({ is_expired, revoked_at, email }: InvitationRow): boolean {
  return is_expired && revoked_at === null && email !== ""
}

/** A button that emails the invitation again with a new link. */
export function ResendForm({ invitation, req }: { invitation: InvitationRow; req: PageRequest }) {
  return (
    <PostForm action={`/console/matters/${invitation.matter_id}/invitations/${invitation.id}/resending`}>
      <input type="hidden" name="back" value={req.url} />
      <Button small variant="secondary" icon="mail">
        Send a new link<span class="visually-hidden"> to {inviteeName(invitation)}</span>
      </Button>
    </PostForm>
  )
}

export async function resend(req: PageRequest): Promise<Redirect> {
  const { invitation } = await requireInvitation(req)
  await sendInvitation(req.tx, req.parts, invitation.id)
  return {
    to: localPath(textOf(req.form, "back")),
    flash: { done: emailFlash(req.parts, "invitation_sent") },
  }
}
