/** The time, injected so that tests can set it. Everything inside a transaction reads `tx.now` instead. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** The time that long after another, or before it if the span is negative. A day is 24 hours. */
export function later(
  at: Date,
  { days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Partial<Record<Unit, number>>,
): Date {
  return new Date(at.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms)
}

type Unit = "days" | "hours" | "minutes" | "seconds" | "ms"
