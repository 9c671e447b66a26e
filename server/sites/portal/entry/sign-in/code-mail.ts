import { type Language, textIn } from "../../../../definition/text.ts"
import { queueClientEmail } from "../../../../firm/client-emails/sending.ts"
import type { PageRequest } from "../../../../intake/portal/page-request.ts"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import type { Invitee } from "../invitee.ts"

/** Emails a code that confirms the client's identity before their sign-in changes, or a new address. */
export async function mailOwnCode(
  { tx, parts, client, lang }: PageRequest,
  email: "proof_code" | "new_address_code",
  recipient: string,
  code: string,
): Promise<void> {
  await queueClientEmail(tx, parts.ring, email, {
    recipient,
    matter_id: client.matter_id,
    language: lang,
    values: { code },
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
