import { isSending } from "../../../../operations/system/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../../operations/system/console/mails/no-mail-server.tsx"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import { readMessage } from "./form-values.ts"
import { inviteeName } from "./labels.ts"
import { MessageField } from "./message-field.tsx"
import { invitationUrl, requireInvitation } from "./require-invitation.ts"

export async function mailPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { matter, invitation } = await requireInvitation(req)
  return {
    title: `Send the link to ${inviteeName(invitation)}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Invitation", href: invitationUrl(matter, invitation) }],
    heading: { lede: `To ${invitation.email}.` },
    refused,
    banner: !isSending(req.parts) && <NoMailServer />,
    body: (
      <Card>
        <CancelableForm cancel={invitationUrl(matter, invitation)} icon="mail" submit="Send">
          <MessageField email="invitation" refused={refused} />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function sendMail(req: PageRequest): Promise<PageResponse> {
  const { matter, invitation } = await requireInvitation(req)
  const faults: Fault[] = []
  const message = readMessage(req.form, faults)
  if (faults.length > 0) throw badRequest(faults)
  await sendInvitation(req.tx, req.parts, invitation.id, { message })
  return { to: invitationUrl(matter, invitation), flash: { done: emailFlash(req.parts, "invitation_sent") } }
}
