// A database for one test run: empty, without fsync, removed afterward.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { application } from "../server/database-connections.ts"
import { connectionUrl } from "../server/platform/db/connections/connection-url.ts"
import { accountFor } from "../server/platform/embedded-postgres/account.ts"
import { type Binaries, tryBinaries } from "../server/platform/embedded-postgres/binaries.ts"
import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from "../server/platform/embedded-postgres/embedded.ts"

export interface TemporaryOptions {
  binaries?: Binaries
  /** A program that creates the tables; separate test databases then copy them. */
  prepare?: string
}

/** Runs `work` with a new database in DATABASE_URL, as a role that is not a superuser. */
export async function withTemporaryDatabase<T>(
  { binaries, prepare }: TemporaryOptions,
  work: () => Promise<T>,
): Promise<T> {
  const data_dir = mkdtempSync(join(chooseParent(), "foyer-tests-"))
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, application, fsync: false, binaries })
  try {
    await allowDatabases(connection)
    await planOnce(connection)
    process.env.DATABASE_URL = connectionUrl(connection)
    if (prepare) await prepareTables(connection, prepare)
    return await work()
  } finally {
    await stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** In memory, if there is room: making and removing the files of hundreds of tables was a tenth of PostgreSQL's work. */
function chooseParent(): string {
  const memory = "/dev/shm"
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4e9 ? memory : tmpdir()
}

/** Tests that act on all firms at once, or need an empty database, create their own. */
async function allowDatabases(connection: EmbeddedConnection): Promise<void> {
  await execute({ ...connection, user: "postgres" }, `alter role ${connection.user} createdb`)
}

/**
 * Plans each statement once per connection, not for each of its first five uses: planning was a third of what a run
 * costs. Copies of this database plan as any other.
 */
async function planOnce(connection: EmbeddedConnection): Promise<void> {
  const { database } = connection
  await execute(connection, `alter database ${database} set plan_cache_mode = force_generic_plan`)
}

async function prepareTables(connection: EmbeddedConnection, program: string): Promise<void> {
  const { status } = spawnSync(process.execPath, [program], { stdio: "inherit" })
  if (status !== 0) throw new Error("The tables of the tests' database could not be made.")
  const name = "foyer_prepared"
  await copyPrepared(connection, name)
  process.env.PREPARED_DATABASE = name
}

const copyPrepared = (connection: EmbeddedConnection, name: string) =>
  execute(connection, `create database ${name} template ${connection.database}`)

async function execute(connection: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The oldest supported PostgreSQL installed on the system; undefined if there is none. */
export function findSystemPostgres(): Binaries | undefined {
  const account = accountFor("/nowhere", application)
  return globSync("/usr/lib/postgresql/*/bin")
    .map((folder) => tryBinaries(folder, account))
    .filter((binaries) => binaries !== undefined && binaries.major_version >= 15)
    .sort((one, other) => (one?.major_version ?? 0) - (other?.major_version ?? 0))[0]
}
