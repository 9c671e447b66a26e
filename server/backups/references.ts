import type { Readable } from "node:stream"
import type pg from "pg"
import { to as copyTo } from "pg-copy-streams"

/** Every file the rows speak of: its key, its own key as the master key wrapped it, and the SHA-256 of its content. */
const references = `
  select distinct on (file_key collate "C") file_key as key, wrapped_key, encode(sha256, 'hex') as sha256
    from files_in_use where not is_leaving order by file_key collate "C", wrapped_key`

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
