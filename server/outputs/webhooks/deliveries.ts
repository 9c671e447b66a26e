// A delivery sends one event to one endpoint, and is the firm's log of it. Each pair of event and endpoint has at most
// one delivery. Its body is fixed, and every attempt sends the same bytes.

import type { EventType } from "../../firm/events/schema.ts"
import { later } from "../../platform/clock.ts"
import { batch } from "../../platform/db/batches.ts"
import type { Database } from "../../platform/db/database.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { withoutViewer } from "../../platform/db/without-viewer.ts"
import { conflict } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import { wakeWorkers } from "../../platform/jobs/wake.ts"

/** How long a finished delivery stays in the log. */
export const retention_days = 90

export const deliveryStates = ["waiting", "sending", "delivered", "failed", "cancelled"] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  id: string
  endpoint_id: string
  event_id: string
  matter_id: string | null
  event_type: EventType | "foyer.test"
  is_test: boolean
  payload: string
  state: DeliveryState
  /** Number of attempts, including resends. */
  attempts: number
  /** Time of the next attempt, while it is waiting. */
  next_try_at: Date | null
  created_at: Date
  finished_at: Date | null
}

export interface DeliveryAttempt {
  number: number
  started_at: Date
  duration_ms: number
  /** HTTP status of the response; null if there was none. */
  status: number | null
  /** Why it failed, as a sentence. */
  fault: string | null
  /** As sent, without the values of the firm's custom headers. */
  request_headers: Record<string, string>
  response_excerpt: string
}

/** Creates a delivery of each event to each enabled endpoint that subscribed to its type and existed when it became visible. */
export function createDeliveries(tx: Tx, event_ids: readonly string[]): Promise<number> {
  return insertDeliveries(tx, sql`e.id = any(${event_ids})`)
}

/** In batches: months of events may be missing. */
async function insertDeliveries(tx: Tx, condition: Sql): Promise<number> {
  let created = 0
  let pairs: { event_id: string; endpoint_id: string }[]
  do {
    pairs = await tx.all(sql`
      select e.id as event_id, w.id as endpoint_id
        from events e
        join webhook_endpoints w on e.event_type = any(w.event_types)
         and case when w.after_event_id is null then w.created_at <= e.occurred_at else e.id > w.after_event_id end
       where w.removed_at is null and w.disabled_at is null and ${condition}
         and not exists (select from deliveries d where d.endpoint_id = w.id and d.event_id = e.id)
       order by e.id limit ${batch} for share of w`)
    if (pairs.length === 0) break
    created += await tx.run(sql`
      insert into deliveries (id, endpoint_id, event_id, matter_id, event_type, payload, next_try_at, created_at)
      select p.id, p.endpoint_id, e.id, e.matter_id, e.event_type, e.payload, ${tx.now}, ${tx.now}
        from unnest(${pairs.map(() => newId("delivery"))}::text[], ${pairs.map((pair) => pair.endpoint_id)}::text[],
                    ${pairs.map((pair) => pair.event_id)}::text[]) as p (id, endpoint_id, event_id)
        join events e on e.id = p.event_id
          on conflict (firm_id, endpoint_id, event_id) do nothing`)
  } while (pairs.length === batch)
  if (created > 0) await wakeWorkers(tx, "deliveries")
  return created
}

/**
 * Sends a delivery again now, starting its retry schedule over. Throws "not found", or a conflict while it is being sent
 * or its endpoint is paused or disabled: the endpoint is locked first, as in `recordAttempt`.
 */
export async function resendDelivery(tx: Tx, id: string): Promise<void> {
  const delivery = await tx.one<{ state: DeliveryState; is_test: boolean } & EndpointState>(sql`
    select d.state, d.is_test, w.paused_at, w.disabled_at
      from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
     where d.id = ${id} and w.removed_at is null
       for no key update of w, d`)
  if (delivery.state === "sending") {
    throw conflict("delivery_under_way", "This delivery is being sent right now. Wait for its outcome.")
  }
  if (!delivery.is_test) requireOpen(delivery)
  await tx.run(sql`
    update deliveries set state = 'waiting', schedule_step = 0, next_try_at = ${tx.now}, finished_at = null where id = ${id}`)
  await wakeWorkers(tx, "deliveries")
}

/**
 * Sends everything an endpoint has missed since then: deliveries that failed or were canceled, and those never created
 * because the endpoint was disabled or had other event types. Of events that the log no longer covers, because of their
 * age or with their matter, none is created: they may have been delivered. Returns their number. Webhooks cover all
 * matters, so this includes matters the admin may not see.
 */
export async function recoverFailedSince(tx: Tx, endpoint_id: string, since: Date): Promise<number> {
  requireOpen(
    await tx.one<EndpointState>(sql`
      select paused_at, disabled_at from webhook_endpoints where id = ${endpoint_id} and removed_at is null
         for update`),
  )
  return withoutViewer(tx, async () => {
    const failed = await tx.run(sql`
      update deliveries set state = 'waiting', schedule_step = 0, next_try_at = ${tx.now}, finished_at = null
       where endpoint_id = ${endpoint_id} and state in ('failed', 'cancelled') and not is_test and created_at >= ${since}`)
    const logged_since = later(tx.now, { days: -retention_days })
    const missed = await insertDeliveries(
      tx,
      sql`w.id = ${endpoint_id} and e.occurred_at >= greatest(${since}::timestamptz, ${logged_since}::timestamptz)
          and not exists (select from deletions g where g.matter_id = e.matter_id and g.purged_at is not null)`,
    )
    if (failed > 0) await wakeWorkers(tx, "deliveries")
    return failed + missed
  })
}

interface EndpointState {
  paused_at: Date | null
  disabled_at: Date | null
}

function requireOpen({ paused_at, disabled_at }: EndpointState): void {
  if (disabled_at) throw conflict("endpoint_disabled", "This endpoint is disabled. Resume it, then resend.")
  if (paused_at)
    throw conflict("endpoint_paused", "This endpoint is paused. Resume it to send what is waiting.")
}

/** Cancels an endpoint's waiting and in-flight deliveries, including those of matters the caller may not see. */
export async function cancelDeliveries(tx: Tx, endpoint_id: string): Promise<void> {
  await withoutViewer(tx, () =>
    tx.run(sql`
      update deliveries set state = 'cancelled', finished_at = ${tx.now}, next_try_at = null, claimed_until = null
       where endpoint_id = ${endpoint_id} and state in ('waiting', 'sending')`),
  )
}

/** Returns a page of an endpoint's deliveries, newest first, optionally of one state. */
export function listDeliveries(
  tx: Tx,
  endpoint_id: string,
  { state }: { state?: DeliveryState },
  page: Page,
): Promise<Listing<Delivery>> {
  const where = sql`where endpoint_id = ${endpoint_id} and (${state ?? null}::text is null or state = ${state ?? null})`
  return listCounted(tx, { columns, from: sql`deliveries`, where, order: sql`order by id desc` }, page)
}

/** Returns a delivery. Throws "not found". */
export function getDelivery(tx: Tx, id: string): Promise<Delivery> {
  return tx.one(sql`select ${columns} from deliveries where id = ${id}`)
}

/** Returns all attempts of a delivery, first to last. */
export function listAttempts(tx: Tx, delivery_id: string): Promise<DeliveryAttempt[]> {
  return tx.all(sql`
    select number, started_at, duration_ms, status, fault, request_headers, response_excerpt
      from delivery_attempts where delivery_id = ${delivery_id} order by number`)
}

const columns = sql`
  id, endpoint_id, event_id, matter_id, event_type, is_test, payload, state, attempts, next_try_at, created_at, finished_at`

export interface RecordedEvent {
  firm_id: string
  event_id: string
}

/** Creates the deliveries of recorded events. Idempotent. */
export async function deliverEvents(db: Database, recorded: readonly RecordedEvent[]): Promise<void> {
  for (const [firm_id, events] of Map.groupBy(recorded, (event) => event.firm_id)) {
    const event_ids = events.map((event) => event.event_id)
    await db.forFirm(firm_id, (tx) => createDeliveries(tx, event_ids))
  }
}

/** Deletes a matter's deliveries from the log, with everything sent and received. */
export async function removeDeliveriesOf(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from deliveries where matter_id = ${matter_id}`)
}
