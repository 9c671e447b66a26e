import type { Readable } from "node:stream"
import type pg from "pg"
import { to as copyTo } from "pg-copy-streams"

/** Every file that rows refer to: its key, its encrypted data key, and the SHA-256 of its content. */
const references = `
  select distinct on (file_key collate "C") file_key as key, wrapped_key, encode(sha256, 'hex') as sha256
    from files_in_use where not is_leaving order by file_key collate "C", wrapped_key`

export const referenceColumns = ["key", "wrapped_key", "sha256"] as const

/** Lists the files by key. */
export function readReferences(client: pg.Client): Readable {
  return client.query(copyTo(`copy (${references}) to stdout`))
}

/** Returns those of `keys` that the database still refers to. */
export async function stillReferenced(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select key from (${references}) as now_known where key = any($1)`,
    [keys],
  )
  return rows.map(({ key }) => key)
}
