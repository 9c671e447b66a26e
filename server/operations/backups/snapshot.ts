// Writes one snapshot of the database to files. A single transaction reads everything, so it sees no later changes.
import { join } from "node:path"
import pg from "pg"
import { readReferences } from "./files/references.ts"
import { writeMeasured } from "./files/row-files.ts"
import { readJobs } from "./jobs.ts"
import type { Manifest, OnProgress } from "./manifest.ts"
import { listTables, readTable, sessionSettings, type Table } from "./tables.ts"

export type Snapshot = Pick<
  Manifest,
  "installation_id" | "postgres_version" | "taken_at" | "migrations" | "tables" | "jobs"
> & {
  /** How many files the rows refer to. */
  count: number
}

export const referencesName = "references.copy"
export const jobsName = "jobs.copy"

/** Returns the path of a table's rows. */
export function tablePath(folder: string, { name }: Pick<Table, "name">): string {
  return join(folder, `${name}.copy`)
}

/** Writes every table, the waiting jobs and the list of files to `folder`, which must exist and be empty. */
export async function writeSnapshot(
  client: pg.Client,
  folder: string,
  onProgress: OnProgress,
): Promise<Snapshot> {
  const tables = await beginSnapshot(client)
  try {
    // As the owner: the roles for firms and the platform cannot read these.
    const about = await describe(client)
    const jobs = await writeMeasured(join(folder, jobsName), readJobs(client))
    // Row-level security applies to the owner too; the platform's role sees every firm.
    await client.query("set local role foyer_platform")
    const installation_id = await readInstallationId(client)
    const written: Manifest["tables"] = []
    for (const table of tables) {
      onProgress({ part: "tables", done: written.length, of: tables.length })
      const measured = await writeMeasured(tablePath(folder, table), readTable(client, table))
      written.push({ name: table.name, columns: table.columns, ...measured })
    }
    const { rows: count } = await writeMeasured(join(folder, referencesName), readReferences(client))
    return { ...about, installation_id, tables: written, jobs, count }
  } finally {
    await client.query("rollback")
  }
}

/** Locks all tables so that their structure cannot change between the snapshot and reading their rows. */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const expected = await listTables(client)
    await client.query("begin isolation level repeatable read read only")
    await client.query(sessionSettings)
    const names = expected.map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
    // Take locks before the first read, which fixes the snapshot.
    await client.query(`lock table ${[...names, "pgboss.job"].join(", ")} in access share mode`)
    const tables = await listTables(client)
    if (JSON.stringify(tables) === JSON.stringify(expected)) return tables
    await client.query("rollback")
  }
}

async function describe(
  client: pg.Client,
): Promise<Pick<Snapshot, "postgres_version" | "taken_at" | "migrations">> {
  const { rows } = await client.query<{ postgres_version: string; taken_at: Date }>(
    "select current_setting('server_version') as postgres_version, statement_timestamp() as taken_at",
  )
  const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
    "select name, checksum from migrations order by applied_at, name",
  )
  const { postgres_version = "", taken_at = new Date(0) } = rows[0] ?? {}
  return { postgres_version, taken_at: taken_at.toISOString(), migrations }
}

async function readInstallationId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>("select id from installation")
  const [row] = rows
  if (!row) throw new Error("This database has no installation id yet. Start Foyer on it once.")
  return row.id
}
