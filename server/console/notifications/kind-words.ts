import { hours_between, quiet_minutes } from "../../notifications/later-changes.ts"
import { document_minutes } from "../../notifications/notify.ts"
import type { NotificationKind } from "../../notifications/rules.ts"

/** What staff are notified of, for those who choose whether. */
export const kindWords: Record<NotificationKind, { label: string; hint: string }> = {
  started: { label: "A client starts", hint: "The first person invited has opened the questionnaire." },
  invitation_opened: {
    label: "Another person opens their invitation",
    hint: "A partner or helper who was invited has opened the link.",
  },
  submitted: { label: "A client submits", hint: "For the first time or again." },
  changed: {
    label: "A client changes something after submitting",
    hint: `Once the client has changed nothing for ${quiet_minutes} minutes, and at most once for each matter in ${hours_between} hours. Not at all if it is sent in again before.`,
  },
  corrected: {
    label: "A client answers corrections",
    hint: `Once nothing that was asked is open, or the client has answered no more for ${quiet_minutes} minutes.`,
  },
  document_added: {
    label: "A client adds a document after submitting",
    hint: `Right away, and at most once for each matter in ${document_minutes} minutes.`,
  },
  message: {
    label: "A client writes a message",
    hint: `Once until someone has looked at the messages, and at most once for each matter in ${hours_between} hours.`,
  },
  mail_failed: {
    label: "An email to a client does not get through",
    hint: "An invitation, a reminder, a request or a sign-in code that the mail server refused, or has not taken for an hour.",
  },
  stalled: {
    label: "A matter stalls",
    hint: "The client has not submitted, and for as many days as the firm’s settings say nothing has happened and no reminder was sent. Once, until something happens.",
  },
  inquiry: {
    label: "Someone asks to become a client",
    hint: "An inquiry from one of the firm’s start pages. The email does not say from whom.",
  },
}
