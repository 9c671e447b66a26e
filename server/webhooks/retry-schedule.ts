// When to retry a delivery, what a response means, and when an endpoint has failed for too long. Pure functions.
const second_ms = 1_000
const minute_ms = 60 * second_ms
const hour_ms = 60 * minute_ms
const day_ms = 24 * hour_ms

/** The published schedule: how long each attempt waits after the previous one. */
export const retry_gaps_ms: readonly number[] = [
  0,
  5 * second_ms,
  5 * minute_ms,
  30 * minute_ms,
  2 * hour_ms,
  5 * hour_ms,
  10 * hour_ms,
  14 * hour_ms,
  20 * hour_ms,
  24 * hour_ms,
]

export const max_attempts = retry_gaps_ms.length

const jitter = 0.2
const max_retry_after_ms = day_ms

/**
 * Returns when to make the next attempt after `schedule_step` attempts, or undefined after the last one. `retry_after`
 * is the Retry-After header of the last response (RFC 9110 §10.2.3): it can only delay the attempt, by one day at most.
 * `random` returns 0 ≤ x < 1.
 */
export function nextAttemptAt(state: {
  schedule_step: number
  now: Date
  retry_after?: string | undefined
  random: () => number
}): Date | undefined {
  const gap_ms = retry_gaps_ms[state.schedule_step]
  if (gap_ms === undefined) return undefined
  const jittered_ms = Math.round(gap_ms * (1 - jitter + 2 * jitter * state.random()))
  const requested_ms = Math.min(readRetryAfter(state.retry_after, state.now), max_retry_after_ms)
  return new Date(state.now.getTime() + Math.max(jittered_ms, requested_ms))
}

/** Returns what a response status means for the delivery. Redirects are never followed, so they count as failures. */
export function classifyResponse(status: number): "delivered" | "gone" | "failed" {
  if (status >= 200 && status <= 299) return "delivered"
  return status === 410 ? "gone" : "failed"
}

/**
 * Whether every attempt on an endpoint has failed for five days. `first_failure_at` is the first failure since the last
 * success. A single burst on a quiet endpoint is not enough: the first and last failure must be 12 hours apart.
 */
export function isDelinquent(endpoint: {
  first_failure_at: Date | null
  last_failure_at: Date | null
  last_success_at: Date | null
  now: Date
}): boolean {
  const { first_failure_at, last_failure_at, last_success_at, now } = endpoint
  if (first_failure_at === null || last_failure_at === null) return false
  if (last_success_at !== null && last_success_at >= first_failure_at) return false
  const failing_ms = now.getTime() - first_failure_at.getTime()
  const spread_ms = last_failure_at.getTime() - first_failure_at.getTime()
  return failing_ms >= 5 * day_ms && spread_ms >= 12 * hour_ms
}

/** Returns the delay the Retry-After header requests, in ms; 0 if it is missing, in the past, or malformed. */
function readRetryAfter(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text) * second_ms
  // RFC 9110 §5.6.7: a recipient MUST accept all three date formats. Date.parse alone accepts almost anything.
  const isFixed = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  const isRfc850 = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)
  if (!isFixed && !isRfc850 && !isAsctime) return 0
  const requested_ms = Date.parse(isAsctime ? `${text} GMT` : text) - now.getTime()
  return Number.isNaN(requested_ms) ? 0 : Math.max(0, requested_ms)
}
