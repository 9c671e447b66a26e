import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"
import { wakeWorkers } from "../platform/jobs/wake.ts"
import { createMissedDeliveries, type DeliveryState } from "./deliveries.ts"
import type { Endpoint } from "./endpoints.ts"

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
    update deliveries set state = 'waiting', attempt = 0, next_try_at = ${tx.now}, finished_at = null where id = ${id}`)
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
    update deliveries set state = 'waiting', attempt = 0, next_try_at = ${tx.now}, finished_at = null
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
