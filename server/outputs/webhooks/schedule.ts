// When a delivery is due: the retry schedule, and the claims that workers make on what is due. Workers send outside any
// transaction and record the outcome. A claim expires, so the deliveries of a killed worker are sent again.

import type { EventType } from "../../firm/events/schema.ts"
import { later } from "../../platform/clock.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { SealedEndpoint } from "./secrets.ts"

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
  return later(state.now, { ms: Math.max(jittered_ms, requested_ms) })
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

/** Longer than an attempt can take, including recording its outcome. */
export const claim_ms = 45_000

/** How many deliveries to one endpoint may be in flight at once; fewer if it has been failing. */
const max_per_endpoint = 8
const max_per_failing_endpoint = 4

export interface Claim extends SealedEndpoint {
  firm_id: string
  id: string
  event_id: string
  event_type: EventType | "foyer.test"
  is_test: boolean
  payload: string
  url: string
  /** Number of this attempt in the log. */
  attempts: number
  /** Number of this attempt in the retry schedule; resending starts the schedule over. */
  schedule_step: number
  is_failing: boolean
  /** The request that caused the event. */
  request_id: string | null
}

export interface ClaimCapacity {
  /** Maximum number of deliveries to claim. */
  capacity: number
  /** Maximum number for endpoints that have been failing, so these never crowd out healthy ones. */
  failing_capacity: number
  /** Claim only deliveries whose secret one of these master keys opens: during a rotation, workers may hold different keys. */
  key_ids: readonly string[]
  /** Claim only this firm's deliveries. */
  firm_id?: string
}

/**
 * Claims due deliveries: the oldest of each endpoint, up to its share, healthy endpoints first. The recursive query
 * reads one index entry per endpoint, so its cost does not grow with the backlog.
 */
export async function claimDeliveries(
  tx: Tx,
  { capacity, failing_capacity, key_ids, firm_id = "" }: ClaimCapacity,
): Promise<Claim[]> {
  if (capacity <= 0) return []
  const tests = await claimTests(tx, capacity, key_ids, firm_id)
  const due = await tx.all<Claim>(sql`
    with recursive backlog as (
      (select firm_id, endpoint_id from deliveries
        where state = 'waiting' and not is_test and firm_id >= ${firm_id}
        order by firm_id, endpoint_id limit 1)
      union all
      select next.firm_id, next.endpoint_id
        from backlog cross join lateral (
          select d.firm_id, d.endpoint_id from deliveries d
           where d.state = 'waiting' and not d.is_test
             and (d.firm_id, d.endpoint_id) > (backlog.firm_id, backlog.endpoint_id)
           order by d.firm_id, d.endpoint_id limit 1) next
       where ${firm_id} in ('', backlog.firm_id)
    ), open as (
      select endpoint.*
        from backlog cross join lateral (
          select w.firm_id, w.id, w.first_failure_at is not null as is_failing,
                 case when w.first_failure_at is null then ${max_per_endpoint}::integer
                      else ${max_per_failing_endpoint}::integer end -
                 (select count(*) from deliveries d
                   where d.firm_id = w.firm_id and d.endpoint_id = w.id and d.state = 'sending'
                     and d.claimed_until > ${tx.now}) as room
            from webhook_endpoints w join firms f on f.id = w.firm_id
           where w.firm_id = backlog.firm_id and w.id = backlog.endpoint_id
             and w.removed_at is null and w.paused_at is null and w.disabled_at is null and f.suspended_at is null
             and ${firm_id} in ('', w.firm_id) and split_part(w.secret_sealed, '.', 2) = any(${key_ids})
           limit 1) endpoint
    ), shares as (
      select due.firm_id, due.id, due.next_try_at, open.is_failing,
             row_number() over (partition by open.is_failing order by due.next_try_at) as place
        from open cross join lateral (
          select d.firm_id, d.id, d.next_try_at from deliveries d
           where d.firm_id = open.firm_id and d.endpoint_id = open.id and d.state = 'waiting' and not d.is_test
             and d.next_try_at <= ${tx.now}
           order by d.next_try_at limit greatest(open.room, 0)
             for update skip locked) due
    ), taken as (
      select firm_id, id from shares
       where not is_failing or place <= ${failing_capacity}
       order by is_failing, next_try_at limit ${capacity - tests.length}
    )
    ${claimTaken(tx.now)}`)
  return [...tests, ...due]
}

/** Test events ignore the endpoint's state: staff are waiting for the outcome. */
function claimTests(tx: Tx, capacity: number, key_ids: readonly string[], firm_id: string): Promise<Claim[]> {
  return tx.all(sql`
    with taken as (
      select d.firm_id, d.id from deliveries d
        join webhook_endpoints w on w.firm_id = d.firm_id and w.id = d.endpoint_id
       where d.state = 'waiting' and d.is_test and ${firm_id} in ('', d.firm_id)
         and split_part(w.secret_sealed, '.', 2) = any(${key_ids})
       order by d.created_at limit ${capacity} for update of d skip locked
    )
    ${claimTaken(tx.now)}`)
}

const claimTaken = (now: Date) => sql`
  update deliveries d
     set state = 'sending', claimed_until = ${later(now, { ms: claim_ms })}, next_try_at = null,
         attempts = d.attempts + 1, schedule_step = d.schedule_step + 1
    from taken, webhook_endpoints w
   where d.firm_id = taken.firm_id and d.id = taken.id and w.firm_id = d.firm_id and w.id = d.endpoint_id
  returning d.firm_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.is_test, d.payload, d.attempts, d.schedule_step,
            w.url, w.headers_sealed, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until,
            w.first_failure_at is not null as is_failing,
            (select e.request_id from events e where e.firm_id = d.firm_id and e.id = d.event_id) as request_id`
