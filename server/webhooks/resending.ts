import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import { wakeWorkers } from "../platform/jobs/wake.ts"
import { createMissedDeliveries, type DeliveryState } from "./deliveries.ts"
import { type Endpoint, getEndpoint } from "./endpoints.ts"

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
 * what was never made because the endpoint was disabled. Returns how many deliveries that is.
 */
export async function recoverFailedSince(tx: Tx, endpoint_id: string, since: Date): Promise<number> {
  requireOpen(
    await tx.one<EndpointState>(sql`
      select paused_at, disabled_at from webhook_endpoints where id = ${endpoint_id} and removed_at is null
         for update`),
  )
  const failed = await tx.run(sql`
    update deliveries set state = 'waiting', schedule_step = 0, next_try_at = ${tx.now}, finished_at = null
     where endpoint_id = ${endpoint_id} and state in ('failed', 'cancelled') and not is_test and created_at >= ${since}`)
  const missed = await createMissedDeliveries(tx, endpoint_id, since)
  if (failed > 0) await wakeWorkers(tx, "deliveries")
  return failed + missed
}

type EndpointState = Pick<Endpoint, "paused_at" | "disabled_at">

function requireOpen({ paused_at, disabled_at }: EndpointState): void {
  if (disabled_at)
    throw conflict("endpoint_disabled", "This endpoint is disabled. Resume it first, then send again.")
  if (paused_at)
    throw conflict("endpoint_paused", "This endpoint is paused. Resume it, and what waits is sent.")
}

/** Never the type of anything that happened, so that no receiver takes a test for an event. */
export const test_event_type = "foyer.test"

/**
 * Sends an endpoint one event that is marked as a test, signed like any other, even while the endpoint is paused or
 * disabled. It is tried once, and its outcome says nothing about the endpoint. Returns the delivery's id.
 */
export async function sendTestEvent(tx: Tx, endpoint_id: string): Promise<string> {
  const endpoint = await getEndpoint(tx, endpoint_id)
  const user = await tx.maybe(
    sql`select id, is_firm_staff, is_client_user from users where id = current_actor()`,
  )
  const id = newId("delivery")
  const event_id = newId("event")
  const occured_at = tx.now.toISOString().replace(/\.\d+Z$/, "Z")
  // The shape of a real event, with ids that name nothing.
  const payload = JSON.stringify({
    event_id,
    event_type: test_event_type,
    is_test: true,
    matter: { id: newId("matter") },
    meta: { questionnaire: { id: newId("questionnaire"), internal_type: "Test" } },
    occured_at,
    user: user ?? null,
    occurred_at: occured_at,
  })
  await tx.run(sql`
    insert into deliveries (id, endpoint_id, event_id, event_type, is_test, payload, next_try_at, created_at)
    values (${id}, ${endpoint.id}, ${event_id}, ${test_event_type}, true, ${payload}, ${tx.now}, ${tx.now})`)
  await wakeWorkers(tx, "deliveries")
  return id
}
