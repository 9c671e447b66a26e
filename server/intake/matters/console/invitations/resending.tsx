import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { localPath } from "../../../../web/console/next.ts"
import { type PageRequest, textOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { Button, PostForm } from "../../../../web/ui/components/button.tsx"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import type { InvitationRow } from "../../invitations/invitations.ts"
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
