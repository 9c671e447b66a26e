// Emails to people who sent an inquiry. They contain nothing typed on the public page, so that no one can use the
// firm's mail server to send text to others.
import type { Language } from "../../definition/text.ts"
import { queueClientEmail } from "../../firm/client-emails/sending.ts"
import type { Firm } from "../../firm/firms/firms.ts"
import type { Tx } from "../../platform/db/database.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { InquiryRow } from "./inquiries.ts"

/** Emails the code that proves that the address is the person's own. */
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
    language,
    heading,
    paragraphs: [text(firm.name, code), unasked],
    footer: firm.contact_line,
  })
}

/** A polite refusal, in the person's language. */
export async function mailDeclined(tx: Tx, ring: KeyRing, inquiry: InquiryRow): Promise<void> {
  await queueClientEmail(tx, ring, "inquiry_declined", {
    recipient: inquiry.email,
    purpose: "inquiry_declined",
    language: inquiry.language,
    values: {},
  })
}

const english = {
  code: {
    subject: (code: string) => `${code} is your code`,
    heading: "Confirm your email address",
    text: (firm: string, code: string) =>
      `Your code is ${code}. Enter it on the page of ${firm} that you have open to send your request. It is valid for 30 minutes.`,
    unasked:
      "If you did not request it, someone entered your address by mistake. You can ignore this email: no request is sent, and no one will contact you.",
  },
}

const spanish: typeof english = {
  code: {
    subject: (code) => `${code} es su código`,
    heading: "Confirme su correo electrónico",
    text: (firm, code) =>
      `Su código es ${code}. Escríbalo en la página de ${firm} que tiene abierta para enviar su solicitud. Es válido durante 30 minutos.`,
    unasked:
      "Si no lo pidió, alguien escribió su dirección por error. Puede ignorar este correo: no se enviará ninguna solicitud y nadie se pondrá en contacto con usted.",
  },
}

const words = { en: english, es: spanish }
