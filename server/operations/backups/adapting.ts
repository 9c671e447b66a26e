// Backups of an unreleased version, whose tables differ from this one's although no migration leads from one to the
// other. Rows are matched by the names of tables and columns, once an operator has read what that changes.
import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "../../platform/db/connections/connect-database.ts"
import { applyMigration, createMigrationsTable, listMigrations } from "../../platform/db/schema/migrate.ts"
import { readRows } from "./files/row-files.ts"
import { FaultyBackup, type Manifest } from "./manifest.ts"
import { tablePath } from "./snapshot.ts"
import { listTables, type Table } from "./tables.ts"

type SavedTable = Manifest["tables"][number]

export interface AdaptOptions {
  way: DatabaseTarget
  /** The snapshot's folder. */
  inside: string
  manifest: Manifest
  migrations: URL
  /** The migrations that differ. */
  changed: readonly string[]
  /** Whether an operator has accepted the differences. */
  is_accepted: boolean
}

/** Returns how adapting changes the backup, in sentences. Throws `FaultyBackup` if it is impossible, or not yet accepted. */
export async function planAdapting(options: AdaptOptions): Promise<string[]> {
  const { manifest, changed, is_accepted } = options
  const { obstacles, changes } = await findDifferences(options)
  const intro = `This backup is from an unreleased version (${manifest.foyer_version}), with another ${changed.join(", ")}. Nothing was restored.`
  if (obstacles.length > 0)
    throw new FaultyBackup(
      [
        `${intro} It cannot be adapted to this version. Restore it with the version it is from:`,
        ...obstacles,
      ].join("\n  "),
    )
  if (!is_accepted)
    throw new FaultyBackup(
      [
        `${intro} Restore it with the version it is from, or with --adapt, which changes the following:`,
        ...(changes.length > 0 ? changes : ["Nothing: the same tables and columns."]),
      ].join("\n  "),
    )
  return changes
}

interface Differences {
  obstacles: string[]
  changes: string[]
}

/** Creates this version's tables, compares them with the backup's, and undoes it. */
async function findDifferences({ way, inside, manifest, migrations }: AdaptOptions): Promise<Differences> {
  const client = await connectDatabase(way)
  try {
    await client.query("begin")
    await createMigrationsTable(client)
    for (const name of await listMigrations(migrations)) await applyMigration(client, migrations, name)
    const here = await listTables(client)
    const found: Differences = { obstacles: [], changes: [] }
    for (const saved of manifest.tables) {
      const table = here.find(({ name }) => name === saved.name)
      if (table) await compareColumns(client, inside, { saved, table }, found)
      else if (saved.rows > 0)
        found.changes.push(`The table ${saved.name} no longer exists: its ${saved.rows} rows are left out.`)
    }
    for (const { name } of here) {
      if (manifest.tables.some((saved) => saved.name === name)) continue
      if (await isDerived(client, name))
        found.obstacles.push(`The table ${name} is new, and computed whenever other tables change.`)
      else found.changes.push(`The table ${name} is new and remains empty.`)
    }
    return found
  } finally {
    await client.end()
  }
}

async function compareColumns(
  client: pg.Client,
  inside: string,
  { saved, table }: { saved: SavedTable; table: Table },
  { obstacles, changes }: Differences,
): Promise<void> {
  if (saved.rows === 0) return
  for (const [column, count] of await countValues(inside, saved, goneColumns(saved, table)))
    changes.push(`The column ${saved.name}.${column} no longer exists: ${count} values are left out.`)
  const { rows } = await client.query<{ name: string; is_needed: boolean }>(
    `select attname::text as name, attnotnull and not atthasdef as is_needed from pg_attribute
      where attrelid = $1::regclass and attname = any($2) order by attnum`,
    [`public.${saved.name}`, table.columns.filter((column) => !saved.columns.includes(column))],
  )
  for (const { name, is_needed } of rows)
    if (is_needed) obstacles.push(`The column ${saved.name}.${name} is new, and has no default value.`)
    else changes.push(`The column ${saved.name}.${name} is new and gets its default value.`)
}

/** The columns of a saved table that this version does not store. */
export function goneColumns(saved: Pick<Table, "columns">, table: Pick<Table, "columns">): string[] {
  return saved.columns.filter((column) => !table.columns.includes(column))
}

/** How many rows have a value in each of `columns`; those without any are left out. */
async function countValues(inside: string, saved: SavedTable, columns: readonly string[]) {
  const counts = new Map<string, number>()
  if (columns.length === 0) return counts
  for await (const row of readRows(tablePath(inside, saved), saved.columns))
    for (const column of columns) if (row[column] !== null) counts.set(column, (counts.get(column) ?? 0) + 1)
  return counts
}

/** Whether a function of ours fills the table: triggers are off during a restore, so it would lack rows. */
async function isDerived(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_proc where pronamespace = 'public'::regnamespace
        and prosrc ~* ('\\minsert\\s+into\\s+(public\\.)?' || $1 || '\\M')`,
    [name],
  )
  return (rowCount ?? 0) > 0
}
