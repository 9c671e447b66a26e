// What an inquiry is told by email. Nothing that was typed on the public page is in any of it, so that
// nobody can have the firm's mail server say something to a third person.
import type { Language } from "../definition/text.ts"
import { type Firm, getFirm } from "../firms/firms.ts"
import type { Tx } from "../platform/db/database.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import type { InquiryRow } from "./inquiries.ts"

/** Mails the code that shows that the address is the person's own. */
export async function mailInquiryCode(
  tx: Tx,
  ring: KeyRing,
  { firm, email, code, language }: { firm: Firm; email: string; code: string; language: Language },
): Promise<void> {
  const { subject, heading, text, unasked } = words[language].code
  await queueMail(tx, ring, {
    recipient: email,
    purpose: "inquiry_code",
    subject: subject(code),
    content: {
      firm_name: firm.name,
      color: firm.color,
      language,
      heading,
      paragraphs: [text(firm.name, code), unasked],
      footer: firm.contact_line,
    },
  })
}

/** A polite no, in the person's language. */
export async function mailDeclined(tx: Tx, ring: KeyRing, inquiry: InquiryRow): Promise<void> {
  const firm = await getFirm(tx)
  const { subject, text } = words[inquiry.language].declined
  await queueMail(tx, ring, {
    recipient: inquiry.email,
    purpose: "inquiry_declined",
    subject: subject(firm.name),
    content: {
      firm_name: firm.name,
      color: firm.color,
      language: inquiry.language,
      heading: subject(firm.name),
      paragraphs: text(firm.name),
      footer: firm.contact_line,
    },
  })
}

const english = {
  code: {
    subject: (code: string) => `${code} is your code`,
    heading: "Confirm your email address",
    text: (firm: string, code: string) =>
      `Your code is ${code}. Enter it on the page of ${firm} you have open, and your request is sent. It is valid for 30 minutes.`,
    unasked:
      "If you did not ask for it, someone entered your address by mistake. You can ignore this email: nothing is sent, and you are not contacted.",
  },
  declined: {
    subject: (firm: string) => `Your request to ${firm}`,
    text: (firm: string): string[] => [
      "Hello,",
      `Thank you for your interest in ${firm}. We are not able to take on your matter.`,
      "This is no opinion about your matter. If a deadline may apply to it, please speak to another lawyer soon.",
    ],
  },
}

const spanish: typeof english = {
  code: {
    subject: (code) => `${code} es su código`,
    heading: "Confirme su correo electrónico",
    text: (firm, code) =>
      `Su código es ${code}. Escríbalo en la página de ${firm} que tiene abierta y su solicitud se enviará. Es válido durante 30 minutos.`,
    unasked:
      "Si no lo pidió, alguien escribió su dirección por error. Puede ignorar este correo: no se envía nada ni se le contactará.",
  },
  declined: {
    subject: (firm) => `Su solicitud a ${firm}`,
    text: (firm) => [
      "Hola:",
      `Gracias por su interés en ${firm}. No podemos hacernos cargo de su asunto.`,
      "Esto no es una opinión sobre su asunto. Si pudiera haber un plazo, hable pronto con otro abogado.",
    ],
  },
}

const words = { en: english, es: spanish }
