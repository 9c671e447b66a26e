import type { Queue } from "../queue.ts"
import { queueTitles } from "../words.ts"

/** The title of each queue, the label of its items' start time, and an explanation. */
export const queueWords: Record<Queue, { title: string; since: string; hint: string }> = {
  unread: {
    title: queueTitles.unread,
    since: "Submitted",
    hint: "A client submitted, and no one has marked the submission as read.",
  },
  changed: {
    title: queueTitles.changed,
    since: "Changed",
    hint: "A client changed something after submitting, and no one has acknowledged it.",
  },
  answered: {
    title: queueTitles.answered,
    since: "Answered",
    hint: "The client answered every correction. Resolve them, or ask again.",
  },
  messages: {
    title: queueTitles.messages,
    since: "Written",
    hint: "A client wrote a message, and no one has replied.",
  },
  conflicts: {
    title: queueTitles.conflicts,
    since: "Added",
    hint: "A person was added whose name appears in another matter. Clients, spouses and other parties come first, then families; advisors and charities are listed below and wait for nothing. A recorded conflict check of the name resolves it.",
  },
  notes: {
    title: queueTitles.notes,
    since: "Since",
    hint: "Tasks that are due or have no date, and notes that mention you, until you mark them as done.",
  },
  undelivered: {
    title: queueTitles.undelivered,
    since: "Failed",
    hint: "An invitation, a reminder or a request for corrections did not reach the client.",
  },
  expired: {
    title: queueTitles.expired,
    since: "Expired",
    hint: "No one used the invitation in time. A new invitation has a new link.",
  },
  unassigned: {
    title: queueTitles.unassigned,
    since: "Created",
    hint: "Open matters without an assignee. The admins get the emails about them.",
  },
  stalled: {
    title: queueTitles.stalled,
    since: "No activity since",
    hint: "Not submitted, and no activity or reminder for the number of days in the firm’s settings.",
  },
  due: {
    title: queueTitles.due,
    since: "Closed",
    hint: "Closed longer ago than the firm’s retention rule allows.",
  },
}
