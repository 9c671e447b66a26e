import { batch, inBatches } from "../../platform/db/batches.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"

/** How long a purged matter's events are kept. */
const retention_years = 2

/** Deletes the events of matters purged more than two years ago, and returns how many. Events of existing matters stay. */
export function removeOldEvents(db: Database): Promise<number> {
  return inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        delete from events using (
          select e.firm_id, e.id
            from deletions d join events e on e.firm_id = d.firm_id and e.matter_id = d.matter_id
           where d.purged_at < ${tx.now}::timestamptz - make_interval(years => ${retention_years})
           limit ${batch} for update of e skip locked) old
         where events.firm_id = old.firm_id and events.id = old.id`),
    ),
  )
}
