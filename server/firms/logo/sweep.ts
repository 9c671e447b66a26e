import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import type { FileStore } from "../../platform/files/file_store.ts"

/** Longer than storing a picture and writing its row takes. */
const grace_ms = 24 * 60 * 60 * 1000

/** Removes stored logos older than a day that no firm shows any more; returns how many. */
export async function sweepLogos({ db, files }: { db: Database; files: FileStore }): Promise<number> {
  const before = db.clock().getTime() - grace_ms
  const old: string[] = []
  for await (const { key, changed_at } of files.list("logos/"))
    if (changed_at.getTime() <= before) old.push(key)
  if (old.length === 0) return 0
  const shown = await db.forPlatform((tx) =>
    tx.all<{ key: string }>(
      sql`select logo_file->>'key' as key from firms where logo_file->>'key' = any(${old}::text[])`,
    ),
  )
  const kept = new Set(shown.map(({ key }) => key))
  const gone = old.filter((key) => !kept.has(key))
  for (const key of gone) await files.remove(key)
  return gone.length
}
