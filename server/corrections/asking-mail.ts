import { clientMailWords } from "../matters/client-mail-words.ts"
import { getInvitationLink, type InvitationParts } from "../matters/invitations.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { queueMail } from "../platform/mail/outbox.ts"

/** Tells somebody by mail that the firm asks about `count` things. What is asked stays behind the link. */
export async function sendAskingMail(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  count: number,
): Promise<void> {
  const [{ matter_id, email, first_name, language }, { invite_url }, firm] = await Promise.all([
    tx.one<{ matter_id: string; email: string; first_name: string; language: "en" | "es" | null }>(sql`
      select i.matter_id, i.email, i.first_name, u.preferences ->> 'language' as language
        from invitations i left join users u on u.id = i.user_id where i.id = ${invitation_id}`),
    getInvitationLink(tx, parts, invitation_id),
    tx.one<{ name: string; color: string; locale: "en" | "es"; contact_line: string }>(sql`
      select f.name, f.color, f.locale, f.contact_line from firms f where f.id = current_firm()`),
  ])
  const spoken = language ?? firm.locale
  const words = { en: english, es: spanish }[spoken]
  await queueMail(tx, parts.ring, {
    recipient: email,
    matter_id,
    purpose: "corrections",
    invitation_id,
    subject: words.subject(firm.name),
    content: {
      firm_name: firm.name,
      color: firm.color,
      language: spoken,
      heading: words.heading(count),
      paragraphs: [words.greeting(first_name), ...words.paragraphs(firm.name, count)],
      button: { label: words.button, url: invite_url },
      footer: words.footer(firm.contact_line),
    },
  })
}

const english = {
  ...clientMailWords.en,
  subject: (firm: string) => `${firm} asks you to look at something again`,
  heading: (count: number) =>
    count === 1 ? "Please look at one thing again" : `Please look at ${count} things again`,
  paragraphs: (firm: string, count: number) => [
    `${firm} has read your questionnaire and asks you to look at ${count === 1 ? "one thing" : `${count} things`} again.`,
    "Your list on top of the questionnaire says what it is and leads you to the right place. To keep it private, this mail does not.",
    clientMailWords.en.alone,
  ],
  button: "Open your list",
}

const spanish: typeof english = {
  ...clientMailWords.es,
  subject: (firm) => `${firm} le pide que revise algo`,
  heading: (count) => (count === 1 ? "Revise una cosa, por favor" : `Revise ${count} cosas, por favor`),
  paragraphs: (firm, count) => [
    `${firm} ha leído su cuestionario y le pide que revise ${count === 1 ? "una cosa" : `${count} cosas`}.`,
    "La lista al principio del cuestionario dice de qué se trata y le lleva al lugar exacto. Por privacidad, este correo no lo dice.",
    clientMailWords.es.alone,
  ],
  button: "Abrir la lista",
}
