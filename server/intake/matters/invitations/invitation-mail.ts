import type { Language } from "../../../definition/text.ts"
import { dateIn, displayDate } from "../../../definition/values/dates.ts"
import { getFirm } from "../../../firm/firms/firms.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import { queueMail } from "../../../platform/mail/outbox.ts"
import { listClientNames } from "../parties/client-names.ts"
import { clientMailWords } from "./client-mail-words.ts"
import { getInvitation, type InvitationParts, issueLink } from "./invitations.ts"

/**
 * Queues the email with an invitation's link. `message` is the firm's own text; `language` is the invitee's, where
 * known. Throws "conflict" when the invitation has no address or was revoked.
 */
export async function sendInvitation(
  tx: Tx,
  parts: InvitationParts,
  id: string,
  { message = "", language }: { message?: string; language?: Language } = {},
): Promise<void> {
  const { invite_url } = await issueLink(tx, parts, id)
  const [{ email, first_name, matter_id, party, expires_at }, firm] = await Promise.all([
    getInvitation(tx, id),
    getFirm(tx),
  ])
  if (!email)
    throw conflict("no_address", "This invitation has no email address. Add one, or copy the link instead.")
  const lang = language ?? firm.locale
  const words = { en: english, es: spanish }[lang]
  const names = party === "helper" ? await listClientNames(tx, matter_id) : []
  const who = joinWords(names, lang) || words.someone
  const { subject, heading, paragraphs } =
    party === "helper" ? words.helper(firm.name, who) : words.own(firm.name)
  await queueMail(tx, parts.ring, {
    recipient: email,
    matter_id,
    purpose: "invitation",
    invitation_id: id,
    subject,
    language: lang,
    heading,
    paragraphs: [
      words.greeting(first_name),
      ...paragraphsOf(message),
      ...paragraphs,
      ...(expires_at ? [words.until(displayDate(dateIn(firm.time_zone, expires_at), lang))] : []),
    ],
    button: { label: words.button, url: invite_url },
    footer: words.footer(firm.contact_line),
  })
  await markLinkSent(tx, id)
}

/** Records that an invitation's link was emailed. */
export async function markLinkSent(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`update invitations set sent_at = ${tx.now} where id = ${invitation_id}`)
}

function paragraphsOf(message: string): string[] {
  return message
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

interface MailText {
  subject: string
  heading: string
  paragraphs: string[]
}

const english = {
  ...clientMailWords.en,
  own: (firm: string): MailText => ({
    subject: `${firm} invites you to begin`,
    heading: `${firm} has some questions for you`,
    paragraphs: [
      `${firm} has prepared a questionnaire so that your first meeting can start from what matters to you.`,
      "You don’t need an account or a password to begin. Everything is saved as you type: stop whenever you like, and come back with the same link.",
      clientMailWords.en.alone,
    ],
  }),
  helper: (firm: string, who: string): MailText => ({
    subject: `${firm} asks for your help with a questionnaire`,
    heading: `Help ${who} with a questionnaire`,
    paragraphs: [
      `${firm} has prepared a questionnaire for ${who}, and asks you to help fill it in. You answer for ${who}; your name appears next to every answer you change.`,
      "You don’t need an account or a password to begin. Everything is saved as you type: stop whenever you like, and come back with the same link.",
      clientMailWords.en.alone,
    ],
  }),
  until: (day: string) => `Please begin by ${day}. After that, you will need a new link.`,
  someone: "a client",
  button: "Open the questionnaire",
}

const spanish: typeof english = {
  ...clientMailWords.es,
  own: (firm) => ({
    subject: `${firm} le invita a comenzar`,
    heading: `${firm} tiene algunas preguntas para usted`,
    paragraphs: [
      `${firm} ha preparado un cuestionario para que la primera reunión parta de lo que a usted le importa.`,
      "No necesita cuenta ni contraseña para empezar. Todo se guarda mientras escribe: deténgase cuando quiera y vuelva con el mismo enlace.",
      clientMailWords.es.alone,
    ],
  }),
  helper: (firm, who) => ({
    subject: `${firm} le pide ayuda con un cuestionario`,
    heading: `Ayude a ${who} con un cuestionario`,
    paragraphs: [
      `${firm} ha preparado un cuestionario para ${who} y le pide que ayude a responderlo. Usted responde por ${who}; su nombre queda junto a cada respuesta que usted cambie.`,
      "No necesita cuenta ni contraseña para empezar. Todo se guarda mientras escribe: deténgase cuando quiera y vuelva con el mismo enlace.",
      clientMailWords.es.alone,
    ],
  }),
  until: (day) => `Le pedimos que empiece a más tardar el ${day}. Después necesitará un enlace nuevo.`,
  someone: "otra persona",
  button: "Abrir el cuestionario",
}
