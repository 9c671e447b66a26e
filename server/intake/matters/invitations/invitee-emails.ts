// Emails to an invitee in their language, with their link.
import type { Language, Text } from "../../../definition/text.ts"
import { textIn } from "../../../definition/text.ts"
import type { ClientEmailName } from "../../../firm/client-emails/client-emails.ts"
import { type EmailValues, queueClientEmail } from "../../../firm/client-emails/sending.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { MailPurpose } from "../../../platform/mail/outbox.ts"
import { clientTitle } from "../../questionnaires/questionnaires.ts"
import type { Party } from "../parties/parties.ts"
import { type InvitationParts, issueLink } from "./invitations.ts"
import { mailAddress } from "./invited.ts"

type InviteeValue = "client_name" | "questionnaire_title" | "link"
type OwnValues<Email extends ClientEmailName> = Omit<EmailValues<Email>, InviteeValue>

export interface InviteeEmail<Email extends ClientEmailName> {
  invitation_id: string
  email: Email
  /** Staff learn by it that the email was not delivered. */
  purpose: MailPurpose
  /** For an invitee who has not chosen one, instead of the firm's. */
  language?: Language | undefined
}

/**
 * Queues an email in the words in use. `values`: what its fields stand for, in the invitee's language. Throws "not
 * found", and "conflict" for a revoked invitation.
 */
export async function queueInviteeEmail<Email extends ClientEmailName>(
  tx: Tx,
  parts: InvitationParts,
  { invitation_id, email, purpose, language: fallback }: InviteeEmail<Email>,
  valuesIn: (language: Language) => OwnValues<Email>,
): Promise<void> {
  const [to, { invite_url }] = await Promise.all([
    readAddressee(tx, invitation_id, fallback),
    issueLink(tx, parts, invitation_id),
  ])
  const { language } = to
  const own: Record<InviteeValue, string> = {
    client_name: to.first_name,
    questionnaire_title: textIn(to.title, language),
    link: invite_url,
  }
  await queueClientEmail(tx, parts.ring, email, {
    recipient: to.email,
    matter_id: to.matter_id,
    purpose,
    invitation_id,
    language,
    values: { ...valuesIn(language), ...own } as EmailValues<Email>,
  })
}

export interface Addressee {
  matter_id: string
  party: Party
  /** Empty for none. */
  email: string
  first_name: string
  /** The invitee's, else `fallback`, else the firm's. */
  language: Language
  title: Text
  /** When their link stops working if they don't start; null for never. */
  expires_at: Date | null
}

/** Whom an email with this invitation's link reaches; throws "not found". */
export function readAddressee(tx: Tx, invitation_id: string, fallback?: Language): Promise<Addressee> {
  return tx.one(sql`
    select i.matter_id, i.party, ${mailAddress} as email, i.first_name,
           coalesce(u.preferences ->> 'language', ${fallback ?? null}, f.locale) as language, ${clientTitle} as title,
           case when i.started_at is null then i.expires_at end as expires_at
      from invitations i
      join matters m on m.id = i.matter_id
      join questionnaires q on q.id = m.questionnaire_id
      join firms f on f.id = i.firm_id
      left join users u on u.id = i.user_id
     where i.id = ${invitation_id}`)
}
