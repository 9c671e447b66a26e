import { queueClientEmail } from "../../../firm/client-emails/sending.ts"
import { getInvitationLink } from "../../matters/invitations/invitations.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { dateTimeIn } from "../../portal/who-and-when.ts"

/** Emails the signer a link to their signed copy. The copy itself is only available after sign-in. */
export async function mailSignedReceipt(req: PageRequest, title: string): Promise<void> {
  const { tx, parts, client, lang, matter } = req
  if (client.email === "") return
  const { invite_url } = await getInvitationLink(tx, parts, client.invitation_id)
  await queueClientEmail(tx, parts.ring, "signed", {
    recipient: client.email,
    matter_id: matter.id,
    language: lang,
    values: {
      client_name: req.first_name,
      questionnaire_title: req.questionnaire_title,
      agreement_title: title,
      sent_at: dateTimeIn(tx.now, req),
      link: invite_url,
    },
  })
}
