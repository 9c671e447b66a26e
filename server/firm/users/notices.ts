// Emails people when their sign-in changes, at the previous address: they may not have made the change.

import type { Language } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type Change, noticeWords } from "./notice-words.ts"

interface Told {
  email: string
  is_firm_staff: boolean
  language: Language | null
  firm_name: string
  contact_line: string
  locale: Language
}

export interface NoticeOptions {
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
    select u.email, u.is_firm_staff, u.preferences ->> 'language' as language, f.name as firm_name,
           f.contact_line, f.locale
      from users u join firms f on f.id = u.firm_id where u.id = ${user_id}`)
  const recipient = email ?? told.email
  if (recipient === "") return
  // The console is in English only.
  const language = told.is_firm_staff ? "en" : (told.language ?? told.locale)
  const words = noticeWords[language]
  const { heading, text } =
    (told.is_firm_staff ? undefined : words.client_changes[change]) ?? words.changes[change]
  const advice = told.is_firm_staff ? words.staff_advice : words.client_advice(told.firm_name)
  await queueMail(tx, ring, {
    recipient,
    matter_id,
    subject: heading,
    paragraphs: [text(told.firm_name), words.was_you, advice],
    footer: told.is_firm_staff ? words.staff_footer : told.contact_line,
    language,
  })
}
