// What the log of webhooks forgets: what is old, and all of a matter that is gone.
import { batch, inBatches } from "../platform/db/batches.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** How long the log keeps a delivery after its end. */
export const retention_days = 90

/**
 * Keeps the log bounded: what was finished 90 days ago goes, with its tries, and so do endpoints removed as long
 * ago. What has waited that long for a paused endpoint is cancelled.
 */
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
