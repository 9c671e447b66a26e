import { sql } from "../../platform/db/sql.ts"
import { isStoreAway } from "../../platform/files/store/store-faults.ts"
import { discardFile, type StoreParts } from "../../platform/files/stored-files.ts"
import { type ByFirmParts, workByFirm } from "../../platform/jobs/by-firm.ts"

/**
 * Removes the bytes and then the rows of exports that expired or whose matter was deleted; returns how many. Any number
 * of processes may run it concurrently.
 */
export function sweepExports(parts: StoreParts & ByFirmParts): Promise<number> {
  return workByFirm(
    { ...parts, isNeedAway: isStoreAway },
    "an expired export was not removed",
    (tx) =>
      tx.all<{ firm_id: string; id: string; file_key: string | null }>(sql`
        select e.firm_id, e.id, e.file_key from exports e
         where e.expires_at <= ${tx.now}
            or (e.matter_id is not null
                and not exists (select from matters m where m.firm_id = e.firm_id and m.id = e.matter_id))`),
    async ({ firm_id, id, file_key }) => {
      if (file_key) await discardFile(parts, firm_id, file_key)
      return parts.db.forFirm(firm_id, (tx) => tx.run(sql`delete from exports where id = ${id}`))
    },
  )
}
