import { type Language, textIn } from "../../../definition/text.ts"
import { dateIn, displayDate } from "../../../definition/values/dates.ts"
import { hasAddress } from "../../../definition/values/typed-addresses.ts"
import { queueClientEmail } from "../../../firm/client-emails/sending.ts"
import { getFirm } from "../../../firm/firms/firms.ts"
import { findIntroduction } from "../../../firm/users/introductions.ts"
import type { Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { listClientNames } from "../parties/client-names.ts"
import { definitionOf } from "../progress/definition.ts"
import { type InvitationParts, issueLink } from "./invitations.ts"
import { readAddressee } from "./invitee-emails.ts"
import { markLinkSent } from "./mail-states.ts"

/**
 * Queues the email with an invitation's link. `message` is the firm's own text; `language` is for an invitee who has not
 * chosen one. Throws "conflict" when the invitation has no address or was revoked.
 */
export async function sendInvitation(
  tx: Tx,
  parts: InvitationParts,
  id: string,
  { message = "", language }: { message?: string; language?: Language } = {},
): Promise<void> {
  const { invite_url } = await issueLink(tx, parts, id)
  const [{ email, first_name, matter_id, party, expires_at, language: lang }, firm] = await Promise.all([
    readAddressee(tx, id, language),
    getFirm(tx),
  ])
  if (!email)
    throw conflict("no_address", "This invitation has no email address. Add one, or copy the link instead.")
  const words = { en: english, es: spanish }[lang]
  const introduction = await findIntroduction(tx, matter_id)
  const welcome = textIn(introduction?.welcome, lang)
  const values = {
    client_name: first_name,
    questionnaire_title: textIn((await definitionOf(tx, matter_id)).title, lang),
    message,
    introduction:
      introduction && welcome
        ? words.welcome(
            welcome,
            [introduction.name, textIn(introduction.title, lang)].filter(Boolean).join(", "),
          )
        : "",
    deadline: expires_at ? words.until(displayDate(dateIn(firm.time_zone, expires_at), lang)) : "",
    clients: party === "helper" ? await clientsInWords(tx, matter_id, lang) : "",
    link: invite_url,
  }
  await queueClientEmail(tx, parts.ring, party === "helper" ? "helper_invitation" : "invitation", {
    recipient: email,
    matter_id,
    purpose: "invitation",
    invitation_id: id,
    language: lang,
    values,
  })
  await markLinkSent(tx, id)
}

/** The names of a matter's clients, for those who help them, without any that carries an address into an email. */
export async function clientsInWords(tx: Tx, matter_id: string, language: Language): Promise<string> {
  const { someone } = { en: english, es: spanish }[language]
  const names = (await listClientNames(tx, matter_id)).filter((name) => !hasAddress(name))
  return joinWords(names, language) || someone
}

const english = {
  until: (day: string) => `Please begin by ${day}. After that, you will need a new link.`,
  welcome: (text: string, by: string) => `“${text}”\n— ${by}`,
  someone: "a client",
}

const spanish: typeof english = {
  until: (day) => `Le pedimos que empiece a más tardar el ${day}. Después necesitará un enlace nuevo.`,
  welcome: (text, by) => `«${text}»\n— ${by}`,
  someone: "otra persona",
}
