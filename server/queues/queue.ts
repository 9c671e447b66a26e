// What staff have to do, as queues of matters: each waits for one kind of action, the longest wait first. Counts and
// lists come from the same statements, so that a count is always the length of the list behind it.
import { changeSettings } from "../firms/firms.ts"
import type { Tx } from "../platform/db/database.ts"

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

/** Whose matters a queue holds. */
export interface Scope {
  user_id: string
  /** Every matter of the firm, not only those assigned to the user. */
  is_whole_firm: boolean
}

export const usual_stalled_days = 14
export const max_stalled_days = 365

/** Days without activity after which a matter that waits for its client is stalled: the firm's setting. */
export function stalledDaysOf({ stalled_days }: Readonly<Record<string, unknown>>): number {
  return typeof stalled_days === "number" ? stalled_days : usual_stalled_days
}

/** Saves after how many days, 1 to 365, a matter is stalled. */
export function changeStalledDays(tx: Tx, firm_id: string, stalled_days: number): Promise<void> {
  return changeSettings(tx, firm_id, { stalled_days })
}
