// A worker claims due deliveries, sends them outside any transaction, and records the outcome. A claim expires, so the
// deliveries of a killed worker are sent again.
import type { EventType } from "../events/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { SealedEndpoint } from "./secrets.ts"

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
     set state = 'sending', claimed_until = ${new Date(now.getTime() + claim_ms)}, next_try_at = null,
         attempts = d.attempts + 1, schedule_step = d.schedule_step + 1
    from taken, webhook_endpoints w
   where d.firm_id = taken.firm_id and d.id = taken.id and w.firm_id = d.firm_id and w.id = d.endpoint_id
  returning d.firm_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.is_test, d.payload, d.attempts, d.schedule_step,
            w.url, w.headers_sealed, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until,
            w.first_failure_at is not null as is_failing,
            (select e.request_id from events e where e.firm_id = d.firm_id and e.id = d.event_id) as request_id`
