import { hours_between_emails } from "../../messages/client-mail.ts"
import { quiet_minutes } from "../later-changes.ts"
import { document_minutes } from "../notify.ts"
import type { NotificationKind } from "../rules.ts"

export const kindWords: Record<NotificationKind, { label: string; hint: string }> = {
  started: { label: "A client starts", hint: "The first person invited opened the questionnaire." },
  invitation_opened: {
    label: "Another person opens their invitation",
    hint: "An invited partner or helper opened the link.",
  },
  signature_requested: {
    label: "A client asks the other to sign",
    hint: "Also if the client gave the address for the other’s link.",
  },
  submitted: { label: "A client submits", hint: "For the first time or again." },
  changed: {
    label: "A client changes something after submitting",
    hint: `After the client has changed nothing for ${quiet_minutes} minutes, and at most once per matter in ${hours_between_emails} hours. Not if the client submits again before then.`,
  },
  corrected: {
    label: "A client answers corrections",
    hint: `When all corrections are answered, or the client has answered nothing for ${quiet_minutes} minutes.`,
  },
  document_added: {
    label: "A client adds a document after submitting",
    hint: `Immediately, and at most once per matter in ${document_minutes} minutes.`,
  },
  item_arrived: {
    label: "Something still to come arrives",
    hint: "A document or a signature that a submission was accepted without, also after you have completed the matter. What comes within ten minutes is told together.",
  },
  message: {
    label: "A client writes a message",
    hint: `Once until someone has opened the messages, and at most once per matter in ${hours_between_emails} hours.`,
  },
  mail_failed: {
    label: "An email to a client is not delivered",
    hint: "The mail server refused an invitation, a reminder, a request or a sign-in code, or has not accepted it for an hour.",
  },
  stalled: {
    label: "A matter stalls",
    hint: "The client has not submitted, and there was no activity or reminder for the number of days in the firm’s settings. Once, until there is activity again.",
  },
  sharing_paused: {
    label: "Two clients separate",
    hint: "The marital status changed to divorced, separated, widowed, or single while both take part. Sharing is paused until someone answers.",
  },
  inquiry: {
    label: "Someone asks to become a client",
    hint: "An inquiry from one of the firm’s start pages. The email does not name the sender.",
  },
}
