import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import pg from "pg"

/** Any number works, as long as every process uses the same. */
const migrationLock = 7_304_113

/**
 * Applies the `.sql` files of `folder` that the database has not seen, in the order of their names, each in a
 * transaction of its own. Any number of processes may race: they queue on a lock. Returns the names applied.
 */
export async function migrate(connection: pg.ClientConfig, folder: URL): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock])
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from migrations",
    )
    const seen = new Map(rows.map((row) => [row.name, row.checksum]))
    const applied: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
      const text = await readFile(new URL(name, folder), "utf8")
      const checksum = createHash("sha256").update(text).digest("hex")
      if (seen.get(name) === checksum) continue
      if (seen.has(name)) {
        throw new Error(
          `Migration ${name} was changed after it was applied. Restore the file and add a new migration.`,
        )
      }
      await client.query("begin")
      await client.query(text)
      await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum])
      await client.query("commit")
      applied.push(name)
    }
    return applied
  } finally {
    // Ends the transaction of a migration that failed, and gives the lock back.
    await client.end()
  }
}
