// Every email to clients and to those who ask to become one. A firm may replace its words: here is what each is for, the
// fields its words may contain, and those it cannot do without. Foyer's own words (foyer-words.ts) are filled in like the
// firm's (filling.ts, own-words.ts).
import type { FieldName } from "./fields.ts"

interface ClientEmail {
  name: string
  /** When it is sent, in a sentence. */
  when: string
  fields: readonly FieldName[]
  /** Must be in the text. */
  required: readonly FieldName[]
}

const everywhere = ["greeting", "client_name", "firm_name", "questionnaire_title"] as const

export const clientEmails = {
  invitation: {
    name: "Invitation",
    when: "You invite a client to fill in a questionnaire.",
    fields: [...everywhere, "message", "introduction", "deadline", "link"],
    required: ["message", "link"],
  },
  helper_invitation: {
    name: "Invitation of a helper",
    when: "You invite someone to fill in a questionnaire for a client.",
    fields: [...everywhere, "clients", "message", "deadline", "link"],
    required: ["message", "link"],
  },
  reminder: {
    name: "Reminder",
    when: "You or the schedule remind a client of what is missing or still open.",
    fields: [...everywhere, "state", "message", "situation", "missing", "link"],
    required: ["message", "missing", "link"],
  },
  code: {
    name: "Sign-in code",
    when: "A client comes back on another device.",
    fields: [...everywhere, "code", "link"],
    required: ["code"],
  },
  receipt: {
    name: "Receipt",
    when: "A client has submitted.",
    fields: [...everywhere, "sent_at", "still_open", "next_step", "link"],
    required: ["link"],
  },
  receipt_again: {
    name: "Receipt of changes",
    when: "A client has submitted again.",
    fields: [...everywhere, "sent_at", "still_open", "next_step", "link"],
    required: ["link"],
  },
  message: {
    name: "New message",
    when: "You have written to a client, who has not read it yet.",
    fields: [...everywhere, "link"],
    required: ["link"],
  },
  corrections: {
    name: "Request for corrections",
    when: "You ask a client to look at answers again.",
    fields: [...everywhere, "things", "link"],
    required: ["link"],
  },
  documents_returned: {
    name: "Returned documents",
    when: "You have returned documents to a client.",
    fields: [...everywhere, "documents", "link"],
    required: ["link"],
  },
  documents_requested: {
    name: "Requested documents",
    when: "You have requested documents that the questionnaire does not ask for.",
    fields: [...everywhere, "documents", "link"],
    required: ["link"],
  },
  handover_request: {
    name: "Request to the other client",
    when: "One client asks the other to fill in a part.",
    fields: [...everywhere, "sender", "link"],
    required: ["link"],
  },
  handover_helper: {
    name: "Request to a helper",
    when: "A client asks someone to fill in a part.",
    fields: [...everywhere, "sender", "clients", "note", "last_day", "link"],
    required: ["note", "link"],
  },
  handover_returned: {
    name: "Part given back",
    when: "The other client or a helper has finished a part.",
    fields: [...everywhere, "sender", "link"],
    required: ["link"],
  },
  signature_request: {
    name: "Request to sign",
    when: "One client asks the other to sign an agreement.",
    fields: [...everywhere, "sender", "link"],
    required: ["link"],
  },
  signed: {
    name: "Receipt of a signature",
    when: "A client has signed an agreement.",
    fields: [...everywhere, "agreement_title", "sent_at", "link"],
    required: ["link"],
  },
  arrived: {
    name: "Receipt of what was still open",
    when: "A document or a signature has come that was still open when a client submitted.",
    fields: [...everywhere, "arrived", "still_open", "link"],
    required: ["link"],
  },
  own_link: {
    name: "Link requested again",
    when: "A client asks for the link to the questionnaire.",
    fields: ["firm_name", "questionnaire_title", "link"],
    required: ["link"],
  },
  proof_code: {
    name: "Code to change the sign-in",
    when: "A client wants to change how they sign in.",
    fields: ["firm_name", "code"],
    required: ["code"],
  },
  new_address_code: {
    name: "Code for a new address",
    when: "A client enters another email address.",
    fields: ["firm_name", "code"],
    required: ["code"],
  },
  sign_in_changed: {
    name: "Changed sign-in",
    when: "The way a client signs in has changed.",
    fields: ["firm_name", "change_title", "change"],
    required: ["change"],
  },
  inquiry_code: {
    name: "Code for an inquiry",
    when: "Someone sends an inquiry from a start page.",
    fields: ["firm_name", "code"],
    required: ["code"],
  },
  inquiry_declined: {
    name: "Declined inquiry",
    when: "You decline an inquiry and tell the person.",
    fields: ["firm_name"],
    required: [],
  },
} as const satisfies Record<string, ClientEmail>

export type ClientEmailName = keyof typeof clientEmails

export const clientEmailNames = Object.keys(clientEmails) as ClientEmailName[]

export function findClientEmail(name: string): ClientEmailName | undefined {
  return clientEmailNames.find((known) => known === name)
}

/** The fields that this email's words may contain. */
export function fieldsOf(email: ClientEmailName): readonly FieldName[] {
  return clientEmails[email].fields
}

/** The words of an email in one language. */
export interface EmailWords {
  subject: string
  body: string
}

/** Foyer's own words. */
export interface FoyerWords extends EmailWords {
  /** The title inside the email, unless the firm has a subject of its own. */
  heading: string
  button: string
}

/** A text of these paragraphs. */
export function blocks(...paragraphs: string[]): string {
  return paragraphs.join("\n\n")
}
