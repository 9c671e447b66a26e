// Emails about handed-over sections. They say that something is waiting, never which section.
import { dateIn, displayDate } from "../../definition/values/dates.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { queueClientMail } from "../matters/invitations/client-mails.ts"
import { markLinkSent } from "../matters/invitations/invitation-mail.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"

/** Emails the other client that they were asked to help; does nothing if no address is known. */
export function mailRequest(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  by: string,
): Promise<void> {
  return mailIfAddressKnown(tx, parts, invitation_id, requestWords(by))
}

/** Emails the client who asked that a section was given back; does nothing if no address is known. */
export function mailGivenBack(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  by: string,
): Promise<void> {
  return mailIfAddressKnown(tx, parts, invitation_id, backWords(by))
}

/** Emails a helper their link, with the client's note and the day the link expires. */
export async function mailHelper(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  { by, line, expires_at }: { by: string; line: string; expires_at: Date },
): Promise<void> {
  const { time_zone } = await getFirm(tx)
  const day = dateIn(time_zone, expires_at)
  await queueClientMail(tx, parts, invitation_id, "invitation", helperWords(by, line, day))
  await markLinkSent(tx, invitation_id)
}

async function mailIfAddressKnown(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  words: Parameters<typeof queueClientMail>[4],
): Promise<void> {
  const found = await tx.maybe(sql`
    select i.id from invitations i left join users u on u.id = i.user_id
     where i.id = ${invitation_id} and i.revoked_at is null and coalesce(nullif(u.email, ''), i.email) <> ''`)
  if (found) await queueClientMail(tx, parts, invitation_id, "handover", words)
}

const requestWords = (by: string) => ({
  en: {
    subject: (firm: string) => `${by || "A client"} asks for your help with a questionnaire from ${firm}`,
    heading: "A part is waiting for you",
    paragraphs: (firm: string) => [
      `${by || "A client"} asks you to fill in a part of the questionnaire from ${firm}. To keep it private, this email does not say which.`,
    ],
    button: "Open the part",
  },
  es: {
    subject: (firm: string) => `${by || "Un cliente"} le pide ayuda con un cuestionario de ${firm}`,
    heading: "Hay una parte que le espera",
    paragraphs: (firm: string) => [
      `${by || "Un cliente"} le pide que complete una parte del cuestionario de ${firm}. Por privacidad, este correo no dice cuál.`,
    ],
    button: "Abrir la parte",
  },
})

const helperWords = (by: string, line: string, day: string) => ({
  en: {
    subject: (firm: string) => `${by || "A client"} asks for your help with a questionnaire from ${firm}`,
    heading: `${by || "A client"} asks for your help`,
    paragraphs: (firm: string) => [
      `${by || "A client"} asks you to fill in a part of a questionnaire from ${firm}. To keep it private, this email does not say which.`,
      ...(line ? [line] : []),
      `You can start without an account or a password. Your name appears next to every answer you change. The link works until ${displayDate(day, "en")}.`,
    ],
    button: "Open the part",
  },
  es: {
    subject: (firm: string) => `${by || "Un cliente"} le pide ayuda con un cuestionario de ${firm}`,
    heading: `${by || "Un cliente"} le pide ayuda`,
    paragraphs: (firm: string) => [
      `${by || "Un cliente"} le pide que complete una parte de un cuestionario de ${firm}. Por privacidad, este correo no dice cuál.`,
      ...(line ? [line] : []),
      `Puede empezar sin cuenta ni contraseña. Su nombre aparece junto a cada respuesta que usted cambie. El enlace funciona hasta el ${displayDate(day, "es")}.`,
    ],
    button: "Abrir la parte",
  },
})

const backWords = (by: string) => ({
  en: {
    subject: (firm: string) => `Your questionnaire from ${firm}: a part is back`,
    heading: "A part is back",
    paragraphs: () => [
      `${by} has finished what you asked for. To keep it private, this email does not say what it was.`,
    ],
    button: "Open the questionnaire",
  },
  es: {
    subject: (firm: string) => `Su cuestionario de ${firm}: una parte está de vuelta`,
    heading: "Una parte está de vuelta",
    paragraphs: () => [
      `${by} ha terminado lo que usted le pidió. Por privacidad, este correo no dice qué era.`,
    ],
    button: "Abrir el cuestionario",
  },
})
