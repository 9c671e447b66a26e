import type { Queue } from "../../queues/queue.ts"

/** What a queue is called, and what its matters wait for since a moment. */
export const queueWords: Record<Queue, { title: string; since: string; hint: string }> = {
  unread: {
    title: "Submitted, not read",
    since: "Submitted",
    hint: "A client submitted, and no one has marked it as read.",
  },
  changed: {
    title: "Changes not seen",
    since: "Changed",
    hint: "A client changed something after submitting, and no one has acknowledged it.",
  },
  answered: {
    title: "Corrections answered",
    since: "Answered",
    hint: "The client answered every correction. Resolve them, or ask again.",
  },
  messages: {
    title: "Messages to answer",
    since: "Written",
    hint: "A client wrote a message, and no one has replied.",
  },
  notes: {
    title: "Tasks and mentions",
    since: "Since",
    hint: "Tasks that are due or have no date, and notes that mention you and that you have not seen.",
  },
  undelivered: {
    title: "Email not delivered",
    since: "Failed",
    hint: "An invitation, a reminder or a request for corrections did not reach the client.",
  },
  expired: {
    title: "Links expired",
    since: "Expired",
    hint: "No one started with the invitation in time. A new one carries a new link.",
  },
  unassigned: {
    title: "No assignee",
    since: "Created",
    hint: "Open matters without an assignee. The admins get the emails about them.",
  },
  stalled: {
    title: "Stalled",
    since: "No activity since",
    hint: "Not submitted, and no activity or reminder for as many days as the firm’s settings say.",
  },
  due: {
    title: "Due for deletion",
    since: "Closed",
    hint: "Closed as long ago as the firm’s retention rule says.",
  },
}

/** A count in a link: `1,000+` where counting stopped. */
export function cappedCountText(count: number, max: number): string {
  return count > max ? `${max.toLocaleString("en-US")}+` : count.toLocaleString("en-US")
}
