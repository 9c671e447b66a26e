import { sql } from "../../platform/db/sql.ts"
import { discardFile, type StoreParts } from "../../platform/files/stored-files.ts"

/**
 * Removes the bytes and then the rows of exports that expired or whose matter was deleted; returns how many. Any number
 * of processes may run it concurrently.
 */
export async function sweepExports(parts: StoreParts): Promise<number> {
  const gone = await parts.db.forPlatform((tx) =>
    tx.all<{ firm_id: string; id: string; file_key: string | null }>(sql`
      select e.firm_id, e.id, e.file_key from exports e
       where e.expires_at <= ${tx.now}
          or (e.matter_id is not null
              and not exists (select from matters m where m.firm_id = e.firm_id and m.id = e.matter_id))`),
  )
  for (const { firm_id, id, file_key } of gone) {
    if (file_key) await discardFile(parts, firm_id, file_key)
    await parts.db.forFirm(firm_id, (tx) => tx.run(sql`delete from exports where id = ${id}`))
  }
  return gone.length
}
