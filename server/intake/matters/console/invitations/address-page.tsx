import { isSending } from "../../../../operations/system/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../../operations/system/console/mails/no-mail-server.tsx"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { correctAddress } from "../../invitations/invitation-address.ts"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import { emailMissing, readPerson } from "./form-values.ts"
import { inviteeName } from "./labels.ts"
import { invitationUrl, requireInvitation } from "./require-invitation.ts"

/** Corrects the address of an invitation and sends the email again in one step. */
export async function addressPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { matter, invitation } = await requireInvitation(req)
  return {
    title: `Correct the address of ${inviteeName(invitation)}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Invitation", href: invitationUrl(matter, invitation) }],
    refused,
    banner: !isSending(req.parts) && <NoMailServer />,
    body: (
      <Card>
        <p>
          The invitation goes to the new address with a new link. The earlier link stops working, so no one
          else can use it.
        </p>
        <CancelableForm
          seen={req}
          cancel={invitationUrl(matter, invitation)}
          icon="mail"
          submit="Save and send"
        >
          <TextField
            {...fieldOf(refused, "email", invitation.email)}
            label="Email address"
            type="email"
            spellcheck={false}
            autocomplete="off"
            width={30}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function submitAddress(req: PageRequest): Promise<Redirect> {
  const { matter, invitation } = await requireInvitation(req)
  const faults: Fault[] = []
  const { email } = readPerson(req.form, "", faults)
  if (faults.length === 0 && !email) faults.push(emailMissing(""))
  if (faults.length > 0) throw badRequest(faults)
  await correctAddress(req.tx, req.parts, invitation.id, email)
  await sendInvitation(req.tx, req.parts, invitation.id)
  return { to: invitationUrl(matter, invitation), flash: { done: emailFlash(req.parts, "invitation_sent") } }
}
