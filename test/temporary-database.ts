// A database for one run of the tests: empty, without fsync, gone afterwards.
import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { application } from "../server/database-ways.ts"
import { accountFor } from "../server/embedded-postgres/account.ts"
import { type Binaries, tryBinaries } from "../server/embedded-postgres/binaries.ts"
import { type EmbeddedConnection, startEmbeddedPostgres } from "../server/embedded-postgres/embedded.ts"
import { connectionUrl } from "../server/platform/db/connection-url.ts"

/** Runs `work` with a fresh database in DATABASE_URL, as a role that is no superuser. */
export async function withTemporaryDatabase<T>(
  { binaries }: { binaries?: Binaries },
  work: () => Promise<T>,
): Promise<T> {
  const data_dir = mkdtempSync(join(tmpdir(), "foyer-tests-"))
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, application, fsync: false, binaries })
  try {
    await allowDatabases(connection)
    process.env.DATABASE_URL = connectionUrl(connection)
    return await work()
  } finally {
    await stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Some tests are about an empty database, and make their own. */
async function allowDatabases({ host, port, user }: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ host, port, user: "postgres", database: "postgres" })
  await client.connect()
  await client.query(`alter role ${user} createdb`)
  await client.end()
}

/** The oldest PostgreSQL of the system that we work with; undefined when there is none. */
export function findSystemPostgres(): Binaries | undefined {
  const account = accountFor("/nowhere", application)
  return globSync("/usr/lib/postgresql/*/bin")
    .map((folder) => tryBinaries(folder, account))
    .filter((binaries) => binaries !== undefined && binaries.major_version >= 15)
    .sort((one, other) => (one?.major_version ?? 0) - (other?.major_version ?? 0))[0]
}
