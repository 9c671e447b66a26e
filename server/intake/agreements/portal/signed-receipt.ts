import { queueMail } from "../../../platform/mail/outbox.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { dateTimeIn } from "../../../web/portal/who-and-when.ts"
import { getInvitationLink } from "../../matters/invitations/invitations.ts"

/** Emails the signer a link to their signed copy. The copy itself is only available after sign-in. */
export async function mailSignedReceipt(req: PageRequest, title: string): Promise<void> {
  const { tx, parts, firm, client, lang, matter } = req
  if (client.email === "") return
  const words = req.words.sign.receipt
  const { invite_url } = await getInvitationLink(tx, parts, client.invitation_id)
  await queueMail(tx, parts.ring, {
    recipient: client.email,
    matter_id: matter.id,
    subject: words.subject(title),
    heading: words.heading,
    paragraphs: [words.signed(title, dateTimeIn(tx.now, req)), words.copy],
    button: { label: words.button, url: invite_url },
    footer: firm.contact_line,
    language: lang,
  })
}
