import { later } from "../../platform/clock.ts"
import { batch, inBatches } from "../../platform/db/batches.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { retention_days } from "./deliveries.ts"

/** Deletes deliveries and endpoints past retention, and cancels deliveries that have waited as long for a paused endpoint. */
export async function pruneDeliveries(db: Database): Promise<void> {
  const before = later(db.clock(), { days: -retention_days })
  await inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        update deliveries set state = 'cancelled', finished_at = ${tx.now}, next_try_at = null
          from (select firm_id, id from deliveries
                 where state = 'waiting' and coalesce(next_try_at, created_at) < ${before}
                 limit ${batch} for update skip locked) old
         where deliveries.firm_id = old.firm_id and deliveries.id = old.id`),
    ),
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
