import type { Database } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { FileStore } from "../platform/files/file_store.ts"

export interface SweepParts {
  db: Database
  files: FileStore
}

/** Longer than any export takes to make. */
const grace_ms = 24 * 3_600_000

/**
 * Removes the bytes, then the rows, of exports that have expired or whose matter was deleted, and stored files older
 * than a day that belong to none; returns how many. Any number of processes may do it at once.
 */
export async function sweepExports({ db, files }: SweepParts): Promise<number> {
  const gone = await db.forPlatform((tx) =>
    tx.all<{ firm_id: string; id: string; file_key: string | null }>(sql`
      select e.firm_id, e.id, e.file_key from exports e
       where e.expires_at <= ${tx.now}
          or (e.matter_id is not null
              and not exists (select from matters m where m.firm_id = e.firm_id and m.id = e.matter_id))`),
  )
  for (const { firm_id, id, file_key } of gone) {
    if (file_key) await files.remove(file_key)
    await db.forFirm(firm_id, (tx) => tx.run(sql`delete from exports where id = ${id}`))
  }
  const before = db.clock().getTime() - grace_ms
  for await (const { key, changed_at } of files.list("exports/")) {
    if (changed_at.getTime() > before) continue
    const known = await db.forPlatform((tx) =>
      tx.maybe(
        sql`select id from exports where id = split_part(${key}, '/', 3) and firm_id = split_part(${key}, '/', 2)`,
      ),
    )
    if (!known) await files.remove(key)
  }
  return gone.length
}
