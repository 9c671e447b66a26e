// Restores rows: creates the tables as they were, fills them, and compares them with the backup, in one transaction.
// The database ends up either restored or as empty as before.
import { createReadStream } from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { connectDatabase, type DatabaseTarget } from "../../platform/db/connections/connect-database.ts"
import { applyMigration, createMigrationsTable, listMigrations } from "../../platform/db/schema/migrate.ts"
import { goneColumns } from "./adapting.ts"
import { measure, measureFile, sumRows } from "./files/row-files.ts"
import { enqueueJobs, openRestoredJobs } from "./jobs.ts"
import { FaultyBackup, type Manifest, type OnProgress } from "./manifest.ts"
import { jobsName, tablePath } from "./snapshot.ts"
import { describeForm, dropForeignKeys, dropIndexes, restoreForm } from "./table-form.ts"
import { listed, listTables, readTable, sessionSettings, type Table } from "./tables.ts"

export interface LoadOptions {
  way: DatabaseTarget
  /** The snapshot's folder. */
  inside: string
  manifest: Manifest
  migrations: URL
  /** Whether the tables are this version's, not the backup's (adapting.ts). */
  is_adapted: boolean
  onProgress: OnProgress
  /** Other work that must finish before the transaction commits. */
  meanwhile: Promise<void>
}

/** Loads the database and returns how many waiting jobs have no queue anymore. If it throws, nothing has changed. */
export async function loadDatabase({ way, ...options }: LoadOptions): Promise<number> {
  const client = await connectDatabase(way)
  try {
    await client.query("begin")
    await client.query(sessionSettings)
    await client.query(loadingSettings)
    const jobs = await load(client, options)
    await options.meanwhile
    await client.query("commit")
    await client.query("analyze")
    return jobs
  } finally {
    await client.end()
  }
}

async function load(client: pg.Client, options: Omit<LoadOptions, "way">): Promise<number> {
  const { inside, manifest, migrations, is_adapted, onProgress } = options
  await createMigrationsTable(client)
  const applied = is_adapted ? await listMigrations(migrations) : manifest.migrations.map(({ name }) => name)
  for (const name of applied) await applyMigration(client, migrations, name)
  const here = await listTables(client)
  const tables = is_adapted ? adaptTables(here, manifest) : matchTables(here, manifest)
  const form = await describeForm(client)
  const names = here.map(nameOf)
  const foreignKeys = await dropForeignKeys(client)
  const indexes = await dropIndexes(client)
  await client.query(`truncate ${names.join(", ")}`)
  for (const name of names)
    await client.query(`alter table ${name} no force row level security, disable trigger user`)
  // Columns that this version lacks exist while the rows are loaded and compared.
  for (const { name, gone } of tables)
    for (const column of gone) await client.query(`alter table ${name} add column ${column} text`)
  for (const [index, table] of tables.entries()) {
    onProgress({ part: "tables", done: index, of: tables.length })
    await fill(client, inside, table)
  }
  for (const definition of indexes) await client.query(definition)
  for (const table of tables) {
    const saved = manifest.tables.find(({ name }) => name === table.name)
    if (is_adapted) await compareAdapted(client, inside, table)
    else await compare(client, table, saved)
  }
  for (const { name, gone } of tables)
    for (const column of gone) await client.query(`alter table ${name} drop column ${column}`)
  await restoreForm(client, form, foreignKeys)
  return loadJobs(client, join(inside, jobsName))
}

/** Returns the tables the migrations created. Throws `FaultyBackup` unless they are those of the backup. */
function matchTables(tables: readonly Table[], manifest: Manifest): LoadedTable[] {
  const sign = ({ name, columns }: Pick<Table, "name" | "columns">) => `${name} (${columns.join(", ")})`
  const [here, there] = [tables.map(sign), manifest.tables.map(sign)]
  const odd = there.find((table) => !here.includes(table)) ?? here.find((table) => !there.includes(table))
  if (odd === undefined) return tables.map((table) => ({ ...table, gone: [] }))
  throw new FaultyBackup(
    `The backup does not match the tables that its migrations create: ${odd}. Was a table changed by hand?`,
  )
}

interface LoadedTable extends Table {
  /** Its columns that this version does not store. */
  gone: string[]
}

/** Returns this version's tables that the backup has, with the backup's columns. */
function adaptTables(tables: readonly Table[], manifest: Manifest): LoadedTable[] {
  return tables.flatMap((table) => {
    const saved = manifest.tables.find(({ name }) => name === table.name)
    return saved ? [{ ...table, columns: saved.columns, gone: goneColumns(saved, table) }] : []
  })
}

async function fill(client: pg.Client, inside: string, table: Table): Promise<void> {
  await pipeline(
    createReadStream(tablePath(inside, table), { highWaterMark: 256 * 1024 }),
    client.query(copyFrom(`copy ${nameOf(table)} (${listed(table.columns)}) from stdin`)),
  ).catch((error: Error) => {
    throw new FaultyBackup(
      `Rows of the table ${table.name} do not fit: ${error.message}. Nothing was restored.`,
    )
  })
}

/** Exports the loaded rows again and compares the bytes with the backup. */
async function compare(
  client: pg.Client,
  table: Table,
  expected: Manifest["tables"][number] | undefined,
): Promise<void> {
  const { rows, sha256 } = await measure(readTable(client, table))
  if (rows !== expected?.rows || sha256 !== expected.sha256)
    throw new FaultyBackup(`After loading, ${rows} rows of the table ${table.name} differ from the backup.`)
}

/** Compares the rows without their order, which follows from a key that may have changed. */
async function compareAdapted(client: pg.Client, inside: string, table: Table): Promise<void> {
  const [loaded, saved] = [
    await sumRows(readTable(client, table)),
    await sumRows(createReadStream(tablePath(inside, table))),
  ]
  if (loaded !== saved)
    throw new FaultyBackup(`After loading, rows of the table ${table.name} differ from the backup.`)
}

async function loadJobs(client: pg.Client, path: string): Promise<number> {
  if ((await measureFile(path)).rows === 0) return 0
  await pipeline(createReadStream(path), await openRestoredJobs(client))
  return enqueueJobs(client)
}

const nameOf = ({ name }: Table) => `public.${pg.escapeIdentifier(name)}`

/** For a single connection to an empty database: memory for building indexes. */
const loadingSettings = `
  set local maintenance_work_mem = '256MB';
  set local work_mem = '64MB'`
