import { queueClientEmail } from "../../../firm/client-emails/sending.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { getInvitationLink } from "../../matters/invitations/invitations.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { dateTimeIn, dayInWords } from "../../portal/who-and-when.ts"
import { openInWords } from "./sending-state.ts"
import { dueDate } from "./status.tsx"

/**
 * Emails the sender that the firm has received the answers. The email contains no answers, since others may read it in
 * transit or in a shared mailbox; its link leads to sign-in, and from there to a copy.
 */
export async function mailReceipt(req: PageRequest, isAgain: boolean): Promise<void> {
  const { tx, parts, firm, client, lang, matter } = req
  if (client.email === "") return
  const words = req.words.review.receipt
  const { invite_url } = await getInvitationLink(tx, parts, client.invitation_id)
  const due = dueDate(firm, tx.now)
  // An email names no one but its recipient.
  const items = (await req.loaded.readiness()).open.map((item) => ({ ...item, person: "" }))
  const open = openInWords(items, req)
  await queueClientEmail(tx, parts.ring, isAgain ? "receipt_again" : "receipt", {
    recipient: client.email,
    matter_id: matter.id,
    language: lang,
    values: {
      client_name: req.first_name,
      questionnaire_title: req.questionnaire_title,
      sent_at: dateTimeIn(tx.now, req),
      still_open: open.length > 0 ? req.words.review.state.sent_open(joinWords(open, lang)) : "",
      next_step: due ? words.due(firm.name, dayInWords(due, lang)) : "",
      link: invite_url,
    },
  })
}
