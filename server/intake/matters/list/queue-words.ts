import type { Queue } from "./queue.ts"

export const queueTitles: Record<Queue, string> = {
  due: "Due this week",
  documents: "Documents due",
  unread: "Submitted, not read",
  changed: "Changes not seen",
  answered: "Corrections answered",
  messages: "Messages to answer",
  notes: "Tasks and mentions",
  undelivered: "Email not delivered",
  expired: "Links expired",
  unassigned: "No assignee",
  deletion: "Due for deletion",
  corrections: "Corrections not answered",
  stalled: "Stalled",
}

/** A count in a link: `1,000+` where counting stopped. */
export function cappedCountText(count: number, max: number): string {
  return count > max ? `${max.toLocaleString("en-US")}+` : count.toLocaleString("en-US")
}
