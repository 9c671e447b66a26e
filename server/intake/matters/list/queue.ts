// Queues: the matters that wait for someone, and why. Each is one SQL statement (sources.ts), which the home page, the
// daily summary and the matter list's views share.

/** What the home page shows together. */
export const queueGroups = {
  due: ["due", "documents"],
  firm: [
    "unread",
    "changed",
    "answered",
    "messages",
    "notes",
    "undelivered",
    "expired",
    "unassigned",
    "deletion",
  ],
  client: ["corrections", "stalled"],
} as const

export type QueueGroup = keyof typeof queueGroups
export type Queue = (typeof queueGroups)[QueueGroup][number]
export const queues: readonly Queue[] = Object.values(queueGroups).flat()

/** Whose matters a queue contains. */
export interface QueueScope {
  user_id: string
  /** All matters of the firm, not only those assigned to the user. */
  is_whole_firm: boolean
}
