// Restores rows: creates the tables as they were, fills them, and compares them with the backup, in one transaction.
// The database ends up either restored or as empty as before.
import { createReadStream } from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { connectDatabase, type DatabaseTarget } from "../platform/db/connect-database.ts"
import { applyMigration, createMigrationsTable } from "../platform/db/migrate.ts"
import { enqueueJobs, openJobs } from "./jobs.ts"
import { FaultyBackup, type Manifest } from "./manifest.ts"
import type { OnProgress } from "./progress.ts"
import { measure, measureFile } from "./row-files.ts"
import { jobsName, tablePath } from "./snapshot.ts"
import { listed, listTables, readTable, sessionSettings, type Table } from "./tables.ts"

export interface LoadOptions {
  way: DatabaseTarget
  /** The snapshot's folder. */
  inside: string
  manifest: Manifest
  migrations: URL
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
  const { inside, manifest, migrations, onProgress } = options
  await createMigrationsTable(client)
  for (const { name } of manifest.migrations) await applyMigration(client, migrations, name)
  const tables = await matchTables(client, manifest)
  const form = await describeForm(client)
  const names = tables.map(nameOf)
  const foreignKeys = await dropForeignKeys(client)
  const indexes = await dropIndexes(client)
  await client.query(`truncate ${names.join(", ")}`)
  for (const name of names)
    await client.query(`alter table ${name} no force row level security, disable trigger user`)
  for (const [index, table] of tables.entries()) {
    onProgress({ part: "tables", done: index, of: tables.length })
    await fill(client, inside, table)
  }
  for (const definition of indexes) await client.query(definition)
  for (const [index, table] of tables.entries()) await compare(client, table, manifest.tables[index])
  await restoreForm(client, form, foreignKeys)
  return loadJobs(client, join(inside, jobsName))
}

/** Returns the tables the migrations created. Throws `FaultyBackup` unless they are those of the backup. */
async function matchTables(client: pg.Client, manifest: Manifest): Promise<Table[]> {
  const tables = await listTables(client)
  const sign = ({ name, columns }: Pick<Table, "name" | "columns">) => `${name} (${columns.join(", ")})`
  const [here, there] = [tables.map(sign), manifest.tables.map(sign)]
  const odd = there.find((table) => !here.includes(table)) ?? here.find((table) => !there.includes(table))
  if (odd === undefined) return tables
  throw new FaultyBackup(
    `The backup does not match the tables that its migrations create: ${odd}. Was a table changed by hand?`,
  )
}

async function fill(client: pg.Client, inside: string, table: Table): Promise<void> {
  await pipeline(
    createReadStream(tablePath(inside, table), { highWaterMark: 256 * 1024 }),
    client.query(copyFrom(`copy ${nameOf(table)} (${listed(table.columns)}) from stdin`)),
  )
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

async function loadJobs(client: pg.Client, path: string): Promise<number> {
  if ((await measureFile(path)).rows === 0) return 0
  await pipeline(createReadStream(path), await openJobs(client))
  return enqueueJobs(client)
}

const nameOf = ({ name }: Table) => `public.${pg.escapeIdentifier(name)}`

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Drops foreign keys: they can be circular, so no order of tables satisfies them. Adding them back at the end checks all rows at once. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by conrelid, conname`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** Drops indexes, which build much faster over complete tables, except those of primary and unique keys. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     order by 1`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** For a single connection to an empty database: memory for building indexes. */
const loadingSettings = `
  set local maintenance_work_mem = '256MB';
  set local work_mem = '64MB'`

interface Form {
  /** The `alter table …` commands that restore triggers and row-level security. */
  commands: string[]
  /** All constraints, indexes, triggers and row-level security policies, for comparison. */
  description: string
}

async function describeForm(client: pg.Client): Promise<Form> {
  const { rows } = await client.query<{ line: string; command: string | null }>(`
    select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line, null as command
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef, null from pg_indexes where schemaname = 'public'
    union all
    select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled),
           format('alter table %s %s trigger %I', t.tgrelid::regclass,
                  case t.tgenabled when 'O' then 'enable' when 'D' then 'disable'
                                   when 'A' then 'enable always' else 'enable replica' end, t.tgname)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all
    select format('%s %s %s', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity),
           case when c.relforcerowsecurity then format('alter table %s force row level security', c.oid::regclass) end
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by 1`)
  return {
    commands: rows.flatMap(({ command }) => (command === null ? [] : [command])),
    description: rows.map(({ line }) => line).join("\n"),
  }
}

async function restoreForm(client: pg.Client, form: Form, foreignKeys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const command of form.commands) await client.query(command)
  const { description } = await describeForm(client)
  if (description !== form.description)
    throw new Error(
      "The keys, indexes, triggers and row security of the tables could not be put back. Nothing was restored.",
    )
}
