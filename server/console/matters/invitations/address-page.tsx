import { correctAddress } from "../../../matters/invitation-address.ts"
import { sendInvitation } from "../../../matters/invitation-mail.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { Card } from "../../../ui/components/card.tsx"
import { TextField } from "../../../ui/components/text-field.tsx"
import { emailFlash } from "../../flash.ts"
import { isSending } from "../../mails/mail-tag.tsx"
import { NoMailServer } from "../../mails/no-mail-server.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { Redirect, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
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
