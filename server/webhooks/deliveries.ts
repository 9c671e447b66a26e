// One event on its way to one endpoint, and the firm's log of it. An event meets an endpoint once: made again, a
// delivery is the one that is there. Its bytes are fixed and go out unchanged on every try.
import type { EventType } from "../events/schema.ts"
import { batch, inBatches } from "../platform/db/batches.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { seeingFirm } from "../platform/db/seeing-firm.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"
import { listCounted } from "../platform/http/counted-list.ts"
import type { Listing, Page } from "../platform/http/paging.ts"
import { newId } from "../platform/ids.ts"
import { wakeWorkers } from "../platform/jobs/wake.ts"

export type DeliveryState = "waiting" | "sending" | "delivered" | "failed" | "cancelled"

export interface Delivery {
  id: string
  endpoint_id: string
  event_id: string
  matter_id: string | null
  event_type: EventType | "foyer.test"
  is_test: boolean
  payload: string
  state: DeliveryState
  /** How often it was tried, resends included. */
  attempts: number
  /** When it is tried next, while it waits. */
  next_try_at: Date | null
  created_at: Date
  finished_at: Date | null
}

export interface Try {
  number: number
  started_at: Date
  duration_ms: number
  /** HTTP status of the answer; null when none came. */
  status: number | null
  /** Why it failed, in a sentence. */
  fault: string | null
  /** As sent, but the values of the firm's own headers. */
  request_headers: Record<string, string>
  response_excerpt: string
}

/** Makes a delivery of each event to each live endpoint that asked for its type and was there when it happened. */
export function createDeliveries(tx: Tx, event_ids: readonly string[]): Promise<number> {
  return insertDeliveries(tx, sql`e.id = any(${event_ids})`)
}

async function insertDeliveries(tx: Tx, condition: Sql): Promise<number> {
  const pairs = await tx.all<{ event_id: string; endpoint_id: string }>(sql`
    select e.id as event_id, w.id as endpoint_id
      from events e
      join webhook_endpoints w on e.event_type = any(w.event_types) and w.created_at <= e.occurred_at
     where w.removed_at is null and w.disabled_at is null and ${condition}
       and not exists (select from deliveries d where d.endpoint_id = w.id and d.event_id = e.id)
     order by e.id`)
  if (pairs.length === 0) return 0
  const ids = pairs.map(() => newId("delivery"))
  const created = await tx.run(sql`
    insert into deliveries (id, endpoint_id, event_id, matter_id, event_type, payload, next_try_at, created_at)
    select p.id, p.endpoint_id, e.id, e.matter_id, e.event_type, e.payload, ${tx.now}, ${tx.now}
      from unnest(${ids}::text[], ${pairs.map((pair) => pair.endpoint_id)}::text[],
                  ${pairs.map((pair) => pair.event_id)}::text[]) as p (id, endpoint_id, event_id)
      join events e on e.id = p.event_id
        on conflict (firm_id, endpoint_id, event_id) do nothing`)
  if (created > 0) await wakeWorkers(tx, "deliveries")
  return created
}

/**
 * Sends a delivery again, at once, with a fresh schedule of tries. Throws "not found", or a conflict while it is
 * being sent or its endpoint takes nothing.
 */
export async function resendDelivery(tx: Tx, id: string): Promise<void> {
  const delivery = await tx.one<{ state: DeliveryState; is_test: boolean } & EndpointState>(sql`
    select d.state, d.is_test, w.paused_at, w.disabled_at
      from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
     where d.id = ${id} and w.removed_at is null
       for update of d`)
  if (delivery.state === "sending") {
    throw conflict("delivery_under_way", "This delivery is being sent right now. Wait for its outcome.")
  }
  if (!delivery.is_test) requireOpen(delivery)
  await tx.run(sql`
    update deliveries set state = 'waiting', schedule_step = 0, next_try_at = ${tx.now}, finished_at = null where id = ${id}`)
  await wakeWorkers(tx, "deliveries")
}

/**
 * Sends everything again that an endpoint was to get since then and did not: what failed, what was cancelled, and
 * what was never made because the endpoint was disabled. Returns how many deliveries that is. The firm's software hears
 * of all matters, also of those that are restricted to others than the admin who asks.
 */
export async function recoverFailedSince(tx: Tx, endpoint_id: string, since: Date): Promise<number> {
  requireOpen(
    await tx.one<EndpointState>(sql`
      select paused_at, disabled_at from webhook_endpoints where id = ${endpoint_id} and removed_at is null
         for update`),
  )
  return seeingFirm(tx, async () => {
    const failed = await tx.run(sql`
      update deliveries set state = 'waiting', schedule_step = 0, next_try_at = ${tx.now}, finished_at = null
       where endpoint_id = ${endpoint_id} and state in ('failed', 'cancelled') and not is_test and created_at >= ${since}`)
    const missed = await insertDeliveries(tx, sql`w.id = ${endpoint_id} and e.occurred_at >= ${since}`)
    if (failed > 0) await wakeWorkers(tx, "deliveries")
    return failed + missed
  })
}

interface EndpointState {
  paused_at: Date | null
  disabled_at: Date | null
}

function requireOpen({ paused_at, disabled_at }: EndpointState): void {
  if (disabled_at)
    throw conflict("endpoint_disabled", "This endpoint is disabled. Resume it first, then send again.")
  if (paused_at)
    throw conflict("endpoint_paused", "This endpoint is paused. Resume it, and what waits is sent.")
}

/** Ends what waits or is under way for an endpoint, of every matter; what a receiver got by then stays delivered to it. */
export async function cancelDeliveries(tx: Tx, endpoint_id: string): Promise<void> {
  await seeingFirm(tx, () =>
    tx.run(sql`
      update deliveries set state = 'cancelled', finished_at = ${tx.now}, next_try_at = null, claimed_until = null
       where endpoint_id = ${endpoint_id} and state in ('waiting', 'sending')`),
  )
}

/** A page of an endpoint's deliveries, newest first, of one state where asked for. */
export function listDeliveries(
  tx: Tx,
  endpoint_id: string,
  { state }: { state?: DeliveryState },
  page: Page,
): Promise<Listing<Delivery>> {
  const where = sql`where endpoint_id = ${endpoint_id} and (${state ?? null}::text is null or state = ${state ?? null})`
  return listCounted(tx, { columns, from: sql`deliveries`, where, order: sql`order by id desc` }, page)
}

/** One delivery; throws "not found". */
export function getDelivery(tx: Tx, id: string): Promise<Delivery> {
  return tx.one(sql`select ${columns} from deliveries where id = ${id}`)
}

/** All tries of a delivery, first to last. */
export function listAttempts(tx: Tx, delivery_id: string): Promise<Try[]> {
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

/** Makes the deliveries of events that were recorded; any number of times. */
export async function deliverEvents(db: Database, recorded: readonly RecordedEvent[]): Promise<void> {
  for (const [firm_id, events] of Map.groupBy(recorded, (event) => event.firm_id)) {
    const event_ids = events.map((event) => event.event_id)
    await db.forFirm(firm_id, (tx) => createDeliveries(tx, event_ids))
  }
}

/** How long the log keeps a delivery after its end. */
export const retention_days = 90

/** Forgets what ended 90 days ago, endpoints included; what has waited as long for a paused one is cancelled. */
export async function pruneDeliveries(db: Database): Promise<void> {
  const before = new Date(db.clock().getTime() - retention_days * 24 * 3_600_000)
  await db.forPlatform((tx) =>
    tx.run(sql`
      update deliveries set state = 'cancelled', finished_at = ${tx.now}, next_try_at = null
        from (select firm_id, id from deliveries
               where state = 'waiting' and created_at < ${before} for update skip locked) old
       where deliveries.firm_id = old.firm_id and deliveries.id = old.id`),
  )
  await inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        delete from deliveries using (
          select firm_id, id from deliveries where finished_at < ${before} limit ${batch} for update skip locked) old
         where deliveries.firm_id = old.firm_id and deliveries.id = old.id`),
    ),
  )
  await db.forPlatform((tx) => tx.run(sql`delete from webhook_endpoints where removed_at < ${before}`))
}

/** Removes all that the log says of a matter: what was sent about it, and what receivers answered. */
export async function removeDeliveriesOf(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from deliveries where matter_id = ${matter_id}`)
}
