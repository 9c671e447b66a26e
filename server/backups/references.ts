import type { Readable } from "node:stream"
import type pg from "pg"
import { to as copyTo } from "pg-copy-streams"

/**
 * Every file the database speaks of: its key, its own key as the master key wrapped it, and the SHA-256 of its
 * content. Those of a deleted matter have theirs among the matter's sealed rows.
 */
const references = `
  select distinct on (key collate "C") key, wrapped_key, sha256 from (
    select file_key as key, wrapped_key, encode(sha256, 'hex') as sha256 from documents where removed_at is null
    union all
    select f.file_key, null, encode(f.sha256, 'hex') from deleted_documents f
      join deletions d on d.firm_id = f.firm_id and d.id = f.deletion_id
     where d.content_sealed is not null and d.purge_begun_at is null
    union all
    select logo_file ->> 'key', logo_file ->> 'wrapped_key', null from firms where logo_file is not null
    union all
    select file_key, wrapped_key, null from exports where file_key is not null and expires_at > now()) as known
  order by key collate "C", wrapped_key`

export const referenceColumns = ["key", "wrapped_key", "sha256"] as const

/** The files in the order of their keys. */
export function readReferences(client: pg.Client): Readable {
  return client.query(copyTo(`copy (${references}) to stdout`))
}

/** Those of `keys` that the database still speaks of. */
export async function stillReferenced(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select key from (${references}) as now_known where key = any($1)`,
    [keys],
  )
  return rows.map(({ key }) => key)
}
