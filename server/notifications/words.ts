import type { ShownKind } from "./inbox.ts"

interface Words {
  subject: (matter_name: string) => string
  sentence: string
}

export const words: Record<ShownKind, Words> = {
  started: {
    subject: (name) => `Started: ${name}`,
    sentence: "The client has opened the questionnaire and begun to fill it in.",
  },
  submitted: {
    subject: (name) => `Submitted: ${name}`,
    sentence: "The client has sent everything in. It is your turn to review it.",
  },
  submitted_again: {
    subject: (name) => `Submitted again: ${name}`,
    sentence: "The client has changed something and sent it in again. The matter shows what changed.",
  },
  changed: {
    subject: (name) => `Changed since it was sent: ${name}`,
    sentence:
      "The client has changed something after sending it in, and has not sent it in again. The matter shows what changed.",
  },
  corrected: {
    subject: (name) => `Corrections answered: ${name}`,
    sentence:
      "The client has answered what you asked to be looked at again. The matter shows what was changed and what is still open.",
  },
  message: {
    subject: (name) => `New message: ${name}`,
    sentence: "The client has written a message. The matter shows it, and you can reply there.",
  },
  mail_failed: {
    subject: (name) => `An email did not get through: ${name}`,
    sentence:
      "An email to a client could not be delivered. The matter shows which one and why. Send it again from there, or copy the link and hand it over yourself.",
  },
  access_changed: {
    subject: (name) => `Who may see it has changed: ${name}`,
    sentence: "A colleague has changed who may see this matter.",
  },
  mentioned: {
    subject: (name) => `You were mentioned: ${name}`,
    sentence: "A colleague has mentioned you in a note.",
  },
}
