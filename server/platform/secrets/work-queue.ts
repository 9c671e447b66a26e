import { Failure } from "../errors.ts"

export interface QueueLimits {
  /** How many run at once. */
  max_parallel: number
  /** How many more may wait; whoever comes after them is turned away at once. */
  max_waiting: number
}

/**
 * Runs work in the order it came, a few at once. Throws "unavailable" with `retry_after_s` where too many wait already.
 */
export function openWorkQueue({ max_parallel, max_waiting }: QueueLimits) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= max_parallel) {
      if (waiting.length >= max_waiting) throw tooBusy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // Whoever is next takes over this place, so that nobody who comes now can slip in before.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

function tooBusy(): Failure {
  const retry_after_s = 5
  const detail = "Too many people are signing in at this moment. Try again in a few seconds."
  return new Failure("unavailable", "too_busy", detail, undefined, retry_after_s)
}
