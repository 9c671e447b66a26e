import { type Failure, unavailable } from "../errors.ts"

export interface QueueLimits {
  /** Maximum number running at once. */
  max_parallel: number
  /** Maximum number waiting; further work is rejected at once. */
  max_waiting: number
}

/** Runs work in order of arrival, a few at once. Throws "unavailable" with `retry_after_s` if too much is waiting. */
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
      // Hand this slot to the next in line, so that new work cannot overtake it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

function tooBusy(): Failure {
  const retry_after_s = 5
  const detail = "Too many people are signing in right now. Try again in a few seconds."
  return unavailable("too_busy", detail, retry_after_s)
}
