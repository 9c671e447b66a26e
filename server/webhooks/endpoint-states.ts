import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { found } from "../platform/errors.ts"
import { wakeWorkers } from "../platform/jobs/wake.ts"
import { cancelDeliveries } from "./deliveries.ts"
import type { Endpoint } from "./endpoints.ts"

/** Holds an endpoint's deliveries back until it is resumed; what is under way is finished. */
export async function pauseEndpoint(tx: Tx, id: string): Promise<void> {
  found(
    await tx.maybe(sql`
      update webhook_endpoints set paused_at = coalesce(paused_at, ${tx.now})
       where id = ${id} and removed_at is null returning id`),
  )
}

/** Opens a paused or disabled endpoint again. What waits is sent; what a disabled one missed has to be recovered. */
export async function resumeEndpoint(tx: Tx, id: string): Promise<void> {
  found(
    await tx.maybe(sql`
      update webhook_endpoints
         set paused_at = null, disabled_at = null, disabled_reason = null, first_failure_at = null,
             last_failure_at = null
       where id = ${id} and removed_at is null returning id`),
  )
  await wakeWorkers(tx, "deliveries")
}

/** Ends all sending to an endpoint until staff resume it; false when it was disabled or removed already. */
export async function disableEndpoint(
  tx: Tx,
  id: string,
  reason: NonNullable<Endpoint["disabled_reason"]>,
): Promise<boolean> {
  const disabled = await tx.run(sql`
    update webhook_endpoints set disabled_at = ${tx.now}, disabled_reason = ${reason}
     where id = ${id} and disabled_at is null and removed_at is null`)
  if (disabled === 0) return false
  await cancelDeliveries(tx, id)
  await wakeWorkers(tx, `stop ${id}`)
  return true
}
