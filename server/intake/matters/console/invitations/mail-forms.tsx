// The forms that email an invitation: as it is, or to a corrected address.

import { NoMailServer } from "../../../../operations/system/console/mails/no-mail-server.tsx"
import { isSending } from "../../../../platform/mail/mail-state.ts"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { email } from "../../../../web/console/forms/text-fields.tsx"
import { correctAddress } from "../../invitations/invitation-address.ts"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import { messageField } from "./invitation-fields.tsx"
import { nameInSentence } from "./labels.ts"
import { openInvitation } from "./require-invitation.ts"
import { linkState } from "./steps.ts"

export const mailForm = form({
  open: async (req) => {
    const page = await openInvitation(req)
    return {
      ...page,
      title: `Send the link to ${nameInSentence(page.record)}`,
      heading: { lede: `To ${page.record.email}.` },
      banner: !isSending(req.parts) && <NoMailServer />,
      fields: { message: messageField("invitation") },
      icon: "mail",
      submit: "Send",
    }
  },
  save: async ({ tx, parts }, { message }, { id }) => {
    await sendInvitation(tx, parts, id, { message })
    return { done: emailFlash(parts, "invitation_sent") }
  },
})

export const addressForm = form({
  edits: true,
  open: async (req) => {
    const page = await openInvitation(req)
    return {
      ...page,
      title: `Correct the address of ${nameInSentence(page.record)}`,
      banner: !isSending(req.parts) && <NoMailServer />,
      text: [
        "The invitation goes to the new address with a new link. The earlier link stops working, so no one else can use it.",
      ],
      fields: {
        email: email({
          label: "Email address",
          width: 30,
          value: page.record.email,
          missing: "Enter an email address.",
        }),
      },
      state: await linkState(req, page.record),
      icon: "mail",
      submit: "Save and send",
    }
  },
  save: async ({ tx, parts }, values, { id }) => {
    await correctAddress(tx, parts, id, values.email)
    await sendInvitation(tx, parts, id)
    return { done: emailFlash(parts, "invitation_sent") }
  },
})
