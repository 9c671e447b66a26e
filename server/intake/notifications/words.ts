import { ownValue } from "../../definition/own-value.ts"
import type { ShownKind } from "./inbox.ts"

interface Words {
  title: string
  sentence: string
}

const words: Record<ShownKind, Words> = {
  started: {
    title: "Started",
    sentence: "The client has opened the questionnaire and begun to fill it in.",
  },
  invitation_opened: {
    title: "Invitation opened",
    sentence: "Another person who was invited has opened the link.",
  },
  signature_requested: {
    title: "Asked to sign",
    sentence: "A client has asked the other client to sign. The matter shows the address used.",
  },
  submitted: {
    title: "Submitted",
    sentence: "The client has sent everything in. It is your turn to review it.",
  },
  submitted_again: {
    title: "Submitted again",
    sentence: "The client has changed something and submitted again. The matter shows what changed.",
  },
  changed: {
    title: "Changed since submission",
    sentence:
      "The client has made changes since submitting and has not submitted again. The matter shows what changed.",
  },
  corrected: {
    title: "Corrections answered",
    sentence:
      "The client has answered your requests for corrections. The matter shows what changed and what is still open.",
  },
  document_added: {
    title: "Document added",
    sentence: "The client has uploaded a document since sending everything in. The matter shows it.",
  },
  item_arrived: {
    title: "Arrived",
    sentence:
      "Something that was still open has arrived. It is part of what the client sent, and the matter shows it.",
  },
  message: {
    title: "New message",
    sentence: "The client has written a message. The matter shows it, and you can reply there.",
  },
  mail_failed: {
    title: "An email did not get through",
    sentence:
      "An email to a client could not be delivered. The matter shows which one and why. Send it again from there, or copy the link and give it to the client yourself.",
  },
  access_changed: {
    title: "Who may see it has changed",
    sentence: "A colleague has changed who may see this matter.",
  },
  stalled: {
    title: "Stalled",
    sentence:
      "The client has not submitted, and nothing has happened for the number of days in your firm’s settings. Send a reminder, or call.",
  },
  sharing_paused: {
    title: "Does the spouse still take part?",
    sentence:
      "The marital status of two clients has changed. Until the main client or you answer, neither of them sees the questionnaire. Consider whether you may still act for both.",
  },
  inquiry: {
    title: "New inquiry",
    sentence: "Someone has asked to become a client on a start page. Nothing is created until you accept.",
  },
  mentioned: {
    title: "You were mentioned",
    sentence: "A colleague has mentioned you in a note.",
  },
}

/** The words of a kind; of one that only a later release knows, neutral ones. */
export function wordsOf(kind: ShownKind): Words {
  return ownValue(words, kind) ?? { title: "News", sentence: "Something has happened in this matter." }
}

/** A one-line title: what happened, and the matter or questionnaire it is about. */
export function notificationTitle(kind: ShownKind, name: string): string {
  return `${wordsOf(kind).title}: ${name}`
}
