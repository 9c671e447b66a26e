// Emails people when their sign-in changes, at the previous address: they may not have made the change.

import type { Language } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { queueClientEmail } from "../client-emails/sending.ts"
import { type Change, noticeWords } from "./notice-words.ts"

interface Told {
  email: string
  is_firm_staff: boolean
  language: Language | null
  firm_name: string
  locale: Language
}

interface NoticeOptions {
  /** The recipient, if not the user's current address. Nothing is sent without an address. */
  email?: string
  /** The client's matter; the email is deleted with it. */
  matter_id?: string
}

/** Emails a user, in their language, how their sign-in changed and what to do if they did not change it. */
export async function tellOfChange(
  tx: Tx,
  { ring }: { ring: KeyRing },
  user_id: string,
  change: Change,
  { email, matter_id }: NoticeOptions = {},
): Promise<void> {
  const told = await tx.one<Told>(sql`
    select u.email, u.is_firm_staff, u.preferences ->> 'language' as language, f.name as firm_name, f.locale
      from users u join firms f on f.id = u.firm_id where u.id = ${user_id}`)
  const recipient = email ?? told.email
  if (recipient === "") return
  // The console is in English only.
  const language = told.is_firm_staff ? "en" : (told.language ?? told.locale)
  const words: Partial<typeof noticeWords.en> = noticeWords[language]
  const { heading, text } = words[change] ?? noticeWords.en[change]
  if (!told.is_firm_staff) {
    const values = { change_title: heading, change: text(told.firm_name) }
    return queueClientEmail(tx, ring, "sign_in_changed", { recipient, matter_id, language, values })
  }
  await queueMail(tx, ring, {
    recipient,
    subject: heading,
    paragraphs: [
      text(told.firm_name),
      "If this was you, you do not need to do anything.",
      "If this was not you, choose “Forgot your password?” on the console’s sign-in page, set a new password, and tell an admin of your firm right away.",
    ],
    footer: "You get this email because you work in the console.",
    language,
  })
}
