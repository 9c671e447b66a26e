export const default_stalled_days = 14
export const max_stalled_days = 365

/** The firm's setting: after how many days without activity a matter that waits for its client is stalled. */
export function stalledDaysOf({ stalled_days }: Readonly<Record<string, unknown>>): number {
  return typeof stalled_days === "number" ? stalled_days : default_stalled_days
}
