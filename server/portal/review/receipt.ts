import { getInvitationLink } from "../../matters/invitations.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { PageRequest } from "../page-request.ts"
import { dayInWords, momentIn } from "../who-and-when.ts"
import { dueDate } from "./status.tsx"

/**
 * Mails whoever sent the answers that they have arrived, and nothing of what they say: mail can be read on the way,
 * and by whoever shares the mailbox. The copy is behind the sign-in, which the link leads to.
 */
export async function mailReceipt(req: PageRequest, isAgain: boolean): Promise<void> {
  const { tx, parts, firm, client, lang, matter } = req
  if (client.email === "") return
  const words = req.words.review.receipt
  const { invite_url } = await getInvitationLink(tx, parts, client.invitation_id)
  const due = dueDate(firm, tx.now)
  const heading = isAgain ? words.heading_again : words.heading
  await queueMail(tx, parts.ring, {
    recipient: client.email,
    matter_id: matter.id,
    subject: words.subject(firm.name),
    content: {
      firm_name: firm.name,
      color: firm.color,
      heading,
      paragraphs: [
        words.sent(firm.name, momentIn(tx.now, req)),
        ...(due ? [words.due(firm.name, dayInWords(due, lang))] : []),
        words.nothing_inside,
      ],
      button: { label: words.button, url: invite_url },
      footer: firm.contact_line,
      language: lang,
    },
  })
}
