// Emails to an invitee in their language, with their link.
import type { Language, Text } from "../../../definition/text.ts"
import { textIn } from "../../../definition/text.ts"
import type { ClientEmailName } from "../../../firm/client-emails/client-emails.ts"
import { type EmailValues, queueClientEmail } from "../../../firm/client-emails/sending.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { MailPurpose } from "../../../platform/mail/outbox.ts"
import { clientTitle } from "../../questionnaires/questionnaires.ts"
import { type InvitationParts, issueLink } from "./invitations.ts"

type InviteeValue = "client_name" | "questionnaire_title" | "link"
type OwnValues<Email extends ClientEmailName> = Omit<EmailValues<Email>, InviteeValue>

/**
 * Queues an email in the words in use. `values`: what its fields stand for, in the invitee's language. Throws "not
 * found", and "conflict" for a revoked invitation.
 */
export async function queueInviteeEmail<Email extends ClientEmailName>(
  tx: Tx,
  parts: InvitationParts,
  { invitation_id, email, purpose }: { invitation_id: string; email: Email; purpose?: MailPurpose },
  valuesIn: (language: Language) => OwnValues<Email>,
): Promise<void> {
  const { to, language, invite_url } = await readAddressee(tx, parts, invitation_id)
  const own: Record<InviteeValue, string> = {
    client_name: to.first_name,
    questionnaire_title: textIn(to.title, language),
    link: invite_url,
  }
  await queueClientEmail(tx, parts.ring, email, {
    recipient: to.email,
    matter_id: to.matter_id,
    ...(purpose && { purpose }),
    invitation_id,
    language,
    values: { ...valuesIn(language), ...own } as EmailValues<Email>,
  })
}

interface Addressee {
  matter_id: string
  email: string
  first_name: string
  language: Language
  title: Text
}

async function readAddressee(tx: Tx, parts: InvitationParts, invitation_id: string) {
  const [to, { invite_url }] = await Promise.all([
    tx.one<Addressee>(sql`
      select i.matter_id, coalesce(nullif(u.email, ''), i.email) as email, i.first_name,
             coalesce(u.preferences ->> 'language', f.locale) as language, ${clientTitle} as title
        from invitations i
        join matters m on m.id = i.matter_id
        join questionnaires q on q.id = m.questionnaire_id
        join firms f on f.id = i.firm_id
        left join users u on u.id = i.user_id
       where i.id = ${invitation_id}`),
    issueLink(tx, parts, invitation_id),
  ])
  return { to, language: to.language, invite_url }
}
