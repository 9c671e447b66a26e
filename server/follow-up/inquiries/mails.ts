// Emails to people who sent an inquiry. They contain nothing typed on the public page, so that no one can use the
// firm's mail server to send text to others.
import type { Language } from "../../definition/text.ts"
import { queueClientEmail } from "../../firm/client-emails/sending.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { InquiryRow } from "./inquiries.ts"

/** Emails the code that proves that the address is the person's own. */
export async function mailInquiryCode(
  tx: Tx,
  ring: KeyRing,
  { email, code, language }: { email: string; code: string; language: Language },
): Promise<void> {
  await queueClientEmail(tx, ring, "inquiry_code", {
    recipient: email,
    purpose: "inquiry_code",
    language,
    values: { code },
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
