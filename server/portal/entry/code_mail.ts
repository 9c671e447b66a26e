import type { Tx } from "../../platform/db/database.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key_ring.ts"
import type { Language } from "../../questionnaires/text.ts"
import { wordsIn } from "../words/words.ts"
import type { Visitor } from "./doorway.ts"

/** Mails the code to the client. The subject holds it too, so that a telephone shows it without opening the mail. */
export async function mailCode(
  tx: Tx,
  ring: KeyRing,
  { email, firm, matter_id }: Visitor,
  code: string,
  language: Language,
): Promise<void> {
  const { entry } = wordsIn(language)
  await queueMail(tx, ring, {
    recipient: email,
    matter_id,
    subject: entry.mail_subject(code),
    content: {
      firm_name: firm.name,
      colour: firm.colour,
      heading: entry.mail_heading,
      paragraphs: [entry.mail_text(code), entry.mail_unasked],
      footer: firm.contact_line,
      language,
    },
  })
}
