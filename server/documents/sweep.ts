// Clearing the store: bytes of removed documents go at once, bytes that no row speaks of after a day.
import type { Database } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { FileStore } from "../platform/files/file_store.ts"

export interface SweepParts {
  db: Database
  files: FileStore
}

/** Longer than any upload takes between its last byte and its row. */
const grace_ms = 24 * 60 * 60 * 1000
const batch = 500

/**
 * Removes the bytes, then the rows, of documents that were removed, and of those whose asset was removed and that
 * no submission lists: one firm's, or everybody's. Returns how many. Any number of processes may do it at once.
 */
export async function sweepRemoved({ db, files }: SweepParts, of_firm?: string): Promise<number> {
  const gone = await db.forPlatform((tx) =>
    tx.all<{ firm_id: string; id: string; file_key: string }>(sql`
      select d.firm_id, d.id, d.file_key from documents d
       where (${of_firm ?? null}::text is null or d.firm_id = ${of_firm ?? null})
         and (d.removed_at is not null
          or (d.request_id is null and d.asset_id is null and not exists (
                select from submissions s where s.firm_id = d.firm_id and s.matter_id = d.matter_id
                   and s.snapshot->'financial_documents' @> jsonb_build_array(jsonb_build_object('document_id', d.id)))))`),
  )
  for (const { firm_id, id, file_key } of gone) {
    await files.remove(file_key)
    await db.forFirm(firm_id, (tx) => tx.run(sql`delete from documents where id = ${id}`))
  }
  return gone.length
}

/** Removes stored files older than a day that belong to no document, as a killed upload leaves them; returns how many. */
export async function sweepOrphans({ db, files }: SweepParts): Promise<number> {
  const before = db.clock().getTime() - grace_ms
  let swept = 0
  let keys: string[] = []
  const sweepBatch = async () => {
    for (const key of await withoutRow(db, keys)) {
      await files.remove(key)
      swept += 1
    }
    keys = []
  }
  for await (const { key, changed_at } of files.list("documents/")) {
    if (changed_at.getTime() > before) continue
    keys.push(key)
    if (keys.length === batch) await sweepBatch()
  }
  await sweepBatch()
  return swept
}

async function withoutRow(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const known = await db.forPlatform((tx) =>
    tx.all<{ file_key: string }>(sql`
      select d.file_key from unnest(${keys}::text[]) as stored (key)
        join documents d on d.firm_id = split_part(stored.key, '/', 2) and d.id = split_part(stored.key, '/', 3)
      union
      -- Files of a deleted matter wait for it to be restored or purged.
      select d.file_key from unnest(${keys}::text[]) as stored (key)
        join deleted_documents d on d.firm_id = split_part(stored.key, '/', 2) and d.id = split_part(stored.key, '/', 3)
        join deletions n on n.firm_id = d.firm_id and n.id = d.deletion_id and n.purged_at is null`),
  )
  const kept = new Set(known.map(({ file_key }) => file_key))
  return keys.filter((key) => !kept.has(key))
}
