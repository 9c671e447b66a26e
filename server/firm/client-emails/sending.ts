// Writes an email to a client in the words in use.
import type { Language } from "../../definition/text.ts"
import { hasAddress } from "../../definition/values/typed-addresses.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { oneLine } from "../../platform/mail/addresses.ts"
import type { MailButton } from "../../platform/mail/layout.ts"
import { hiddenCode, type NewMail, queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type ClientEmailName, type clientEmails, type EmailWords, fieldsOf } from "./client-emails.ts"
import { commonWords } from "./common-words.ts"
import { fillIn, paragraphsOf } from "./filling.ts"
import { foyerWords } from "./foyer-words.ts"
import { readWords } from "./own-words.ts"

/** What an email's fields stand for, without those that the firm and the language decide. */
export type EmailValues<Email extends ClientEmailName> = Record<
  Exclude<(typeof clientEmails)[Email]["fields"][number], "firm_name" | "greeting">,
  string
>

type Addressed = Pick<NewMail, "recipient" | "matter_id" | "purpose" | "invitation_id">

/** Adds an email to the outbox, in the firm's words or Foyer's. `values.link` is the address of its button. */
export async function queueClientEmail<Email extends ClientEmailName>(
  tx: Tx,
  ring: KeyRing,
  email: Email,
  {
    language,
    values,
    buttons,
    ...to
  }: Addressed & { language: Language; values: EmailValues<Email>; buttons?: readonly MailButton[] },
): Promise<void> {
  const [words, firm] = await Promise.all([
    readWords(tx, email, language),
    tx.one<{ name: string; contact_line: string }>(sql`
      select name, contact_line from firms where id = current_firm()`),
  ])
  const filled = fillEmail(email, language, { words, values, firm, buttons })
  const is_secret = fieldsOf(email).includes("code")
  const { subject: listed_as } = fillEmail(email, language, {
    words,
    values: { ...values, ...(is_secret && { code: hiddenCode }) },
    firm,
  })
  await queueMail(tx, ring, { ...to, ...filled, is_secret, listed_as })
}

/** The parts of an email in these words. Who has no name is "client", or as the sender "A client". */
export function fillEmail(
  email: ClientEmailName,
  language: Language,
  {
    words,
    values: given,
    firm,
    buttons,
  }: {
    words: EmailWords
    values: Readonly<Record<string, string>>
    firm: { name: string; contact_line: string }
    /** Instead of one for `values.link`. */
    buttons?: readonly MailButton[] | undefined
  },
): Omit<NewMail, "recipient"> {
  const foyer = foyerWords[language][email]
  const common = commonWords[language]
  const { link = "" } = given
  // Clients type their own names and addresses: someone could write to strangers in the firm's name.
  const [client_name, sender] = [given.client_name, given.sender].map((name = "") =>
    hasAddress(name) ? "" : name,
  ) as [string, string]
  const values = {
    ...given,
    client_name: client_name || common.client,
    sender: sender || common.sender,
    greeting: common.greeting(client_name),
    firm_name: firm.name,
  }
  const isOwnSubject = words.subject !== foyer.subject
  return {
    subject: oneLine(fillIn(words.subject, values)),
    heading: fillIn(isOwnSubject ? words.subject : foyer.heading, values),
    paragraphs: paragraphsOf(words.body, values, buttons ?? [{ label: foyer.button, url: link }]),
    footer: common.footer(firm.contact_line),
    language,
  }
}
