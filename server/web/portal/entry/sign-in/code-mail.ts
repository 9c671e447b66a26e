import { type Language, textIn } from "../../../../definition/text.ts"
import { queueClientEmail } from "../../../../firm/client-emails/sending.ts"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { queueMail } from "../../../../platform/mail/outbox.ts"
import type { PageRequest } from "../../page-request.ts"
import type { Invitee } from "../invitee.ts"

/** Emails a code that confirms the client's identity before their sign-in changes. */
export async function mailProofCode(req: PageRequest, email: string, code: string): Promise<void> {
  const { account } = req.words
  await mailOwnCode(req, email, code, account.proof_mail_heading, account.proof_mail_text(code))
}

/** Emails a code that confirms a new address. */
export async function mailNewEmailCode(req: PageRequest, email: string, code: string): Promise<void> {
  const { account } = req.words
  await mailOwnCode(req, email, code, account.confirm_title, account.confirm_mail_text(code))
}

async function mailOwnCode(
  { tx, parts, firm, client, lang, words }: PageRequest,
  recipient: string,
  code: string,
  heading: string,
  text: string,
): Promise<void> {
  await queueMail(tx, parts.ring, {
    recipient,
    matter_id: client.matter_id,
    subject: words.entry.mail_subject(code),
    heading,
    paragraphs: [text, words.entry.mail_unasked],
    footer: firm.contact_line,
    language: lang,
  })
}

/** Emails a sign-in code. The subject contains it too, so that a phone shows it without opening the email. */
export async function mailCode(
  tx: Tx,
  { ring, base_url }: Pick<Parts, "ring" | "base_url">,
  { email, matter_id, invitation_id, first_name, questionnaire }: Invitee,
  { code, link_key, back }: { code: string; link_key: string; back: string },
  language: Language,
): Promise<void> {
  await queueClientEmail(tx, ring, "code", {
    recipient: email,
    matter_id,
    purpose: "code",
    invitation_id,
    language,
    values: {
      client_name: first_name,
      questionnaire_title: textIn(questionnaire.title, language),
      code,
      link: `${base_url}${codeLinkUrl(link_key, back)}`,
    },
  })
}

function codeLinkUrl(link_key: string, back: string): string {
  const query = back === "/portal" ? "" : `?${new URLSearchParams({ back })}`
  return `/portal/code/${link_key}${query}`
}
