import type { Queue, QueueGroup } from "../queue.ts"

/** The heading of each part of the day, for one's own matters and for the whole firm's. */
export const groupTitles: Record<QueueGroup, { own: string; whole_firm: string }> = {
  due: { own: "Due this week", whole_firm: "Due this week" },
  firm: { own: "Waiting for you", whole_firm: "Waiting for the firm" },
  client: { own: "Waiting for the client", whole_firm: "Waiting for the client" },
}

/** What the time of an entry is; empty for those with a day. */
export const sinceWords: Record<Queue, string> = {
  due: "",
  documents: "",
  unread: "Submitted",
  changed: "Changed",
  answered: "Answered",
  messages: "Written",
  notes: "Since",
  undelivered: "Failed",
  expired: "Expired",
  unassigned: "Created",
  deletion: "Closed",
  corrections: "Since",
  stalled: "No activity since",
}
