import type { Language } from "../../../definition/text.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { type MailPurpose, queueMail } from "../../../platform/mail/outbox.ts"
import { clientMailWords } from "./client-mail-words.ts"
import { type InvitationParts, issueLink } from "./invitations.ts"

/** The text of an email, apart from the greeting. `firm` is the firm's name. */
interface ClientMail {
  subject: (firm: string) => string
  heading: string
  paragraphs: (firm: string) => string[]
  button: string
}

/**
 * Emails an invitee in their language, with a button that opens their link. Throws "not found", and "conflict" for a
 * revoked invitation.
 */
export async function queueClientMail(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  purpose: MailPurpose,
  words: Record<Language, ClientMail>,
): Promise<void> {
  const [to, { invite_url }, firm] = await Promise.all([
    tx.one<{ matter_id: string; email: string; first_name: string; language: Language | null }>(sql`
      select i.matter_id, coalesce(nullif(u.email, ''), i.email) as email, i.first_name,
             u.preferences ->> 'language' as language
        from invitations i left join users u on u.id = i.user_id where i.id = ${invitation_id}`),
    issueLink(tx, parts, invitation_id),
    tx.one<{ name: string; locale: Language; contact_line: string }>(sql`
      select f.name, f.locale, f.contact_line from firms f where f.id = current_firm()`),
  ])
  const language = to.language ?? firm.locale
  const texts = words[language]
  const common = clientMailWords[language]
  await queueMail(tx, parts.ring, {
    recipient: to.email,
    matter_id: to.matter_id,
    purpose,
    invitation_id,
    subject: texts.subject(firm.name),
    language,
    heading: texts.heading,
    paragraphs: [common.greeting(to.first_name), ...texts.paragraphs(firm.name), common.alone],
    button: { label: texts.button, url: invite_url },
    footer: common.footer(firm.contact_line),
  })
}
