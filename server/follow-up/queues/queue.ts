export const queues = [
  "unread",
  "changed",
  "answered",
  "messages",
  "conflicts",
  "notes",
  "undelivered",
  "expired",
  "unassigned",
  "stalled",
  "due",
] as const
export type Queue = (typeof queues)[number]

/** Whose matters a queue contains. */
export interface Scope {
  user_id: string
  /** All matters of the firm, not only those assigned to the user. */
  is_whole_firm: boolean
}

export const default_stalled_days = 14
export const max_stalled_days = 365

/** The firm's setting: after how many days without activity a matter that waits for its client is stalled. */
export function stalledDaysOf({ stalled_days }: Readonly<Record<string, unknown>>): number {
  return typeof stalled_days === "number" ? stalled_days : default_stalled_days
}
