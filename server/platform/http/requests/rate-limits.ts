// Rate limit counters, in memory, in windows of a minute that begin with the first request. Refusing costs no database
// query, and each server process allows the full limit (docs/decisions/0095-bounded-work.md).
import { AsyncLocalStorage } from "node:async_hooks"
import { type Failure, tooMany } from "../../errors.ts"

export const span_s = 60

/** Enough for every key and network in use; beyond it, the oldest windows are dropped. */
const max_counted = 20_000

export interface Count {
  /** Requests left in this window. */
  left: number
  /** Seconds until the window ends, 1 to 60. */
  ends_in_s: number
  is_over: boolean
}

export interface RateLimit {
  readonly limit: number
  /** Counts one more request. */
  take(name: string): Count
  /** The current count, without counting. */
  look(name: string): Count
  /** Counts what other processes have counted too, in a window that began then. */
  learn(name: string, counted: { taken: number; began_at: Date }): void
}

/** Allows `limit` requests a minute for each name. */
export function openRateLimit(limit: number, now_ms: () => number): RateLimit {
  const spans = new Map<string, { taken: number; ends_at_ms: number }>()

  function newBucket(name: string, time: number) {
    if (spans.size >= max_counted) evictOldest(time)
    const span = { taken: 0, ends_at_ms: time + span_s * 1_000 }
    spans.set(name, span)
    return span
  }

  function evictOldest(time: number): void {
    for (const [name, { ends_at_ms }] of spans) if (ends_at_ms <= time) spans.delete(name)
    for (const name of spans.keys()) {
      if (spans.size < max_counted) break
      spans.delete(name)
    }
  }

  const countOf = (taken: number, ends_in_ms: number): Count => ({
    left: Math.max(0, limit - taken),
    ends_in_s: Math.ceil(ends_in_ms / 1_000),
    is_over: taken > limit,
  })

  return {
    limit,
    take: (name) => {
      const time = now_ms()
      const span = spans.get(name) ?? newBucket(name, time)
      if (span.ends_at_ms <= time) Object.assign(span, { taken: 0, ends_at_ms: time + span_s * 1_000 })
      span.taken += 1
      return countOf(span.taken, span.ends_at_ms - time)
    },
    look: (name) => {
      const time = now_ms()
      const span = spans.get(name)
      if (!span || span.ends_at_ms <= time) return countOf(0, span_s * 1_000)
      return { ...countOf(span.taken, span.ends_at_ms - time), is_over: span.taken >= limit }
    },
    learn: (name, { taken, began_at }) => {
      const span = spans.get(name) ?? newBucket(name, now_ms())
      span.taken = Math.max(span.taken, taken)
      span.ends_at_ms = began_at.getTime() + span_s * 1_000
    },
  }
}

const counted = new AsyncLocalStorage<true>()

/** Runs `work`, whose requests to this service are a part of one that was counted. */
export function withinCounted<T>(work: () => PromiseLike<T>): Promise<T> {
  // What Fastify's inject returns begins only once it is awaited.
  return counted.run(true, async () => await work())
}

export function isWithinCounted(): boolean {
  return counted.getStore() === true
}

export function tooManyRequests({ ends_in_s }: Count): Failure {
  return tooMany(
    "rate_limited",
    `More requests than this key may send in a minute. Go on in ${seconds(ends_in_s)}.`,
    ends_in_s,
  )
}

export function tooManyFailures({ ends_in_s }: Count): Failure {
  return tooMany(
    "too_many_failures",
    `Too many wrong keys or links came from your network. Try again in ${seconds(ends_in_s)}.`,
    ends_in_s,
  )
}

function seconds(count: number): string {
  return `${count} second${count === 1 ? "" : "s"}`
}
