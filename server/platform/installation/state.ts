import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "../db/connections/connect-database.ts"
import type { KnownKey, State } from "./known-keys.ts"

/** Runs `work` in a transaction on a new connection. Throws if it cannot connect. */
export async function withDatabase<T>(
  way: DatabaseTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectDatabase(way)
  try {
    await client.query("begin; set local foyer.all_firms = 'on'")
    const result = await work(client)
    await client.query("commit")
    return result
  } finally {
    await client.end()
  }
}

/** Reads across firms. A database restored to another server may not have the role yet. */
export async function readAcrossFirms<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await client.query("savepoint reading")
  await client
    .query("set local role foyer_platform")
    .catch(() => client.query("rollback to savepoint reading"))
  const { rows } = await client.query<Row>(text, values)
  await client.query("rollback to savepoint reading")
  return rows
}

export const fresh: State = { is_fresh: true, installation_id: undefined, keys: [], keys_in_use: [] }

export async function readInstallation(client: pg.Client): Promise<State> {
  const { rows: found } = await client.query<{ documents: boolean; installation: boolean }>(
    "select to_regclass('documents') is not null as documents, to_regclass('installation') is not null as installation",
  )
  if (!found[0]?.documents) return fresh
  const state: State = { ...fresh, is_fresh: false }
  if (found[0].installation) {
    const { rows } = await client.query<{ id: string }>("select id from installation")
    state.installation_id = rows[0]?.id
    const { rows: keys } = await client.query<KnownKey>(
      "select id, state, canary_sealed, seals_since from master_keys order by added_at, id",
    )
    state.keys = keys
  }
  if (state.installation_id === undefined) state.keys_in_use = await readKeysInUse(client)
  return state
}

/** Returns the names of the keys that encrypted anything, taken from the sealed texts themselves. */
async function readKeysInUse(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query<{ query: string }>(`
    select format('select distinct split_part(%I, ''.'', 2) as id from %I where %1$I is not null',
                  column_name, table_name) as query
      from information_schema.columns
     where table_schema = 'public' and table_name not in ('master_keys')
       and data_type = 'text' and (column_name like '%\\_sealed' or column_name = 'wrapped_key')`)
  if (columns.length === 0) return []
  const reads = columns.map(({ query }) => query)
  const rows = await readAcrossFirms<{ id: string }>(client, reads.join(" union "))
  return rows.map(({ id }) => id)
}
