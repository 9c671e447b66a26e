import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "../connections/connect-database.ts"
import { changedMigration, countStatements, failedMigration, withLine } from "../migration-faults.ts"

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

/** How a migration waits for tables that others are using. */
export interface LockWaiting {
  /** Everything that arrives later queues behind a waiting migration, so it waits briefly. */
  timeout_ms: number
  /** Lets what has queued pass before the next attempt. */
  pause_ms: number
  attempts: number
  /** Called before each further attempt. */
  say(sentence: string): void
}

const lockWaiting: LockWaiting = {
  timeout_ms: 2_000,
  pause_ms: 8_000,
  attempts: 60,
  say: (sentence) => console.error(sentence),
}

/**
 * Applies the `.sql` files of `folder` that are new to the database, in order of name, each in its own transaction.
 * Returns the names applied. Throws if the database has migrations that the folder lacks: a newer version has changed
 * its tables, and this one might write what that one cannot read.
 */
export async function migrate(
  client: pg.Client,
  folder: URL,
  waiting: Partial<LockWaiting> = {},
): Promise<string[]> {
  await createMigrationsTable(client)
  const { newer, changed, pending } = await compareMigrations(client, folder)
  if (newer.length > 0)
    throw new Error(
      `A newer Foyer has changed this database (${newer.join(", ")}). Start that version again, or restore the backup from before the upgrade into an empty database.`,
    )
  if (changed[0]) throw changedMigration(changed[0])
  const applied: string[] = []
  for (const name of pending) {
    await applyAlone(client, folder, name, { ...lockWaiting, ...waiting }).catch((error: unknown) => {
      throw failedMigration(error, name, applied)
    })
    applied.push(name)
  }
  return applied
}

/** The migrations that only the database has, those that differ, and those it still needs. */
export interface MigrationState {
  newer: string[]
  changed: string[]
  pending: string[]
}

/** Compares the database's migrations, whose table must exist, with those of `folder`. */
export async function compareMigrations(client: pg.Client, folder: URL): Promise<MigrationState> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations order by name",
  )
  const seen = new Map(rows.map((row) => [row.name, row.checksum]))
  const names = await listMigrations(folder)
  const changed: string[] = []
  for (const name of names)
    if (seen.has(name) && seen.get(name) !== (await readMigration(folder, name)).checksum) changed.push(name)
  return {
    newer: [...seen.keys()].filter((name) => !names.includes(name)),
    changed,
    pending: names.filter((name) => !seen.has(name)),
  }
}

/** The names of the migrations in `folder`, in order. */
export async function listMigrations(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()
}

/** PostgreSQL's codes for a lock that took too long, and for a deadlock. */
const contended = ["55P03", "40P01"]

/** Applies one migration in a transaction of its own, again and again while its tables are in use. */
async function applyAlone(
  client: pg.Client,
  folder: URL,
  name: string,
  { timeout_ms, pause_ms, attempts, say }: LockWaiting,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const counting = countStatements(client)
    try {
      await client.query("begin")
      await client.query(`set local lock_timeout = ${timeout_ms}`)
      counting.restart()
      await applyMigration(client, folder, name)
      await client.query("commit")
      return
    } catch (error) {
      const { code = "" } = error as { code?: string }
      const noted = counting.noted(error)
      await client.query("rollback").catch(() => undefined)
      if (!contended.includes(code) || attempt >= attempts) throw noted
      say(
        `Migration ${name} waits for a table that others are using. Requests go on meanwhile; attempt ${attempt + 1} of ${attempts} follows in ${pause_ms / 1000} s.`,
      )
      await sleep(pause_ms)
    } finally {
      counting.stop()
    }
  }
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
  await client.query(text).catch((error: unknown) => {
    throw withLine(error, text)
  })
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
