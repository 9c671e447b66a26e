// A worker takes what is due for itself, sends outside of any transaction, and records what came of it. The claim
// ends by itself, so that what a killed worker had in hand is tried again.
import type { EventType } from "../events/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { max_attempts } from "./retry-schedule.ts"
import type { SealedEndpoint } from "./secrets.ts"

/** Longer than a try can take, recording included. */
export const claim_ms = 45_000

/** How much of one endpoint's backlog is under way at once; less where the receiver has been failing. */
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
  /** Number of this try in the log. */
  attempts: number
  /** Its place in the schedule. */
  schedule_step: number
  is_failing: boolean
  /** The request that made the event happen. */
  request_id: string | null
}

export interface ClaimCapacity {
  /** How many deliveries to take at most … */
  capacity: number
  /** … and how many of them for endpoints that have been failing, so that these never crowd out the others. */
  failing_capacity: number
  /** Take only what one of these master keys opens: during a rotation workers may differ in what they hold. */
  key_ids: readonly string[]
  /** Take only this firm's. */
  firm_id?: string
}

/**
 * Takes deliveries that are due: of each endpoint its oldest, up to its share, healthy endpoints first. The steps
 * from endpoint to endpoint read one index entry each, so that the cost does not grow with anyone's backlog.
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

/** Makes due again what a killed worker had in hand; the log says that the outcome of that try is not known. */
export async function returnLostClaims(tx: Tx): Promise<void> {
  await tx.run(sql`
    with lost as (
      select firm_id, id, attempts, claimed_until, is_test or schedule_step >= ${max_attempts} as is_last from deliveries
       where state = 'sending' and claimed_until <= ${tx.now} for update skip locked
    ), logged as (
      insert into delivery_attempts (firm_id, delivery_id, number, started_at, duration_ms, fault, request_headers)
      select firm_id, id, attempts, claimed_until - ${claim_ms} * interval '1 millisecond', 0,
             'The server ended during this try. Whether the receiver got it is not known.', '{}'
        from lost
          on conflict do nothing
    )
    update deliveries d
       set state = case when is_last then 'failed' else 'waiting' end, claimed_until = null,
           next_try_at = case when is_last then null else ${tx.now}::timestamptz end,
           finished_at = case when is_last then ${tx.now}::timestamptz end
      from lost where d.firm_id = lost.firm_id and d.id = lost.id`)
}

/** Tests are due at once, whatever state their endpoint is in: staff are waiting for the outcome. */
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
