import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "./connect-database.ts"

/** Any number works, as long as every process uses the same. */
const migrationLock = 7_304_113

/** Runs `work` on a connection of its own while no other process prepares the same database: they queue. */
export async function prepareAlone<T>(
  target: DatabaseTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectDatabase(target)
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock])
    return await work(client)
  } finally {
    // Ends the transaction of a migration that failed, and gives the lock back.
    await client.end()
  }
}

/**
 * Applies the `.sql` files of `folder` that the database has not seen, in the order of their names, each in a
 * transaction of its own. Returns the names applied. Throws when the database has seen files that are not there: a
 * newer version has changed its tables, and this one would write what that one cannot read.
 */
export async function migrate(client: pg.Client, folder: URL): Promise<string[]> {
  await createMigrationsTable(client)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations order by name",
  )
  const seen = new Map(rows.map((row) => [row.name, row.checksum]))
  const names = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()
  const newer = [...seen.keys()].filter((name) => !names.includes(name))
  if (newer.length > 0)
    throw new Error(
      `A newer Foyer has changed this database (${newer.join(", ")}). Start that version again, or restore the backup from before the upgrade into an empty database.`,
    )
  const applied: string[] = []
  for (const name of names) {
    const { checksum } = await readMigration(folder, name)
    if (seen.get(name) === checksum) continue
    if (seen.has(name)) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore the file and add a new migration.`,
      )
    }
    await client.query("begin")
    await applyMigration(client, folder, name)
    await client.query("commit")
    applied.push(name)
  }
  return applied
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

/** Applies one migration in the transaction that the caller has begun. */
export async function applyMigration(client: pg.Client, folder: URL, name: string): Promise<void> {
  const { text, checksum } = await readMigration(folder, name)
  // What is changed in rows is changed in those of all firms; see protect_firm_table.
  await client.query("set local foyer.all_firms = 'on'")
  await client.query(text)
  await client.query(
    "insert into migrations (name, checksum, applied_at) values ($1, $2, clock_timestamp())",
    [name, checksum],
  )
}

/** A migration's text and SHA-256. Throws where there is no such file. */
export async function readMigration(folder: URL, name: string): Promise<{ text: string; checksum: string }> {
  const text = await readFile(new URL(name, folder), "utf8")
  return { text, checksum: createHash("sha256").update(text).digest("hex") }
}
