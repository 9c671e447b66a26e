import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "./connect-database.ts"

/** An arbitrary number that every process must share. */
const migrationLock = 7_304_113

/** Runs `work` on its own connection, under a lock that only one process preparing the database can hold. */
export async function prepareAlone<T>(
  target: DatabaseTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectDatabase(target)
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock])
    return await work(client)
  } finally {
    // Rolls back a failed migration and releases the lock.
    await client.end()
  }
}

/**
 * Applies the `.sql` files of `folder` that are new to the database, in order of name, each in its own transaction.
 * Returns the names applied. Throws if the database has migrations that the folder lacks: a newer version has changed
 * its tables, and this one might write what that one cannot read.
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

/** Applies one migration in the caller's transaction. */
export async function applyMigration(client: pg.Client, folder: URL, name: string): Promise<void> {
  const { text, checksum } = await readMigration(folder, name)
  // Lets the migration change the rows of all firms; see protect_firm_table.
  await client.query("set local foyer.all_firms = 'on'")
  await client.query(text)
  await client.query(
    "insert into migrations (name, checksum, applied_at) values ($1, $2, clock_timestamp())",
    [name, checksum],
  )
}

/** A migration's text and SHA-256. Throws if there is no such file. */
export async function readMigration(folder: URL, name: string): Promise<{ text: string; checksum: string }> {
  const text = await readFile(new URL(name, folder), "utf8")
  return { text, checksum: createHash("sha256").update(text).digest("hex") }
}
