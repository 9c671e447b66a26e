// For backup tests: a separate installation, and empty places to restore into.
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestContext } from "node:test"
import pg from "pg"
import { application } from "../../server/database-connections.ts"
import {
  type BackupOptions,
  type CreatedBackup,
  createBackup,
} from "../../server/operations/backups/backup.ts"
import { measure } from "../../server/operations/backups/files/row-files.ts"
import { type Restored, type RestoreOptions, restoreBackup } from "../../server/operations/backups/restore.ts"
import { listTables, readTable, sessionSettings } from "../../server/operations/backups/tables.ts"
import { connectionUrl } from "../../server/platform/db/connections/connection-url.ts"
import type { Binaries } from "../../server/platform/embedded-postgres/binaries.ts"
import { startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded.ts"
import { openFileStore } from "../../server/platform/files/store/file-store.ts"
import type { FileStore } from "../../server/platform/files/store/store.ts"
import { newId } from "../../server/platform/ids.ts"
import { keyFilePath } from "../../server/platform/secrets/master-keys.ts"
import { createEmptyDatabase } from "./own-database.ts"
import type { TestService } from "./service.ts"

export const migrations = new URL("../../server/migrations/", import.meta.url)

export async function newFolder(t: Pick<TestContext, "after">): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-backups-"))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Backs up `service` into `folder`. */
export function backUp(
  service: TestService,
  folder: string,
  options: Partial<BackupOptions> = {},
): Promise<CreatedBackup> {
  return createBackup({
    id: newId("backup"),
    folder,
    connection: { connectionString: service.database_url },
    files: service.files,
    data_dir: service.config.data_dir,
    foyer_version: "0.0.0-test",
    now: () => new Date(),
    ...options,
  })
}

export interface EmptyTarget {
  url: string
  data_dir: string
  files: FileStore
}

/** Creates an empty database on the tests' server. */
export async function newTarget(t: Pick<TestContext, "after">): Promise<EmptyTarget> {
  const database = await createEmptyDatabase()
  t.after(() => database.drop())
  return targetAt(t, database.url)
}

/** Starts a separate server: the embedded one, or one from other binaries. */
export async function newServer(t: Pick<TestContext, "after">, binaries?: Binaries): Promise<EmptyTarget> {
  const data_dir = await newFolder(t)
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, application, fsync: false, binaries })
  t.after(stop)
  return targetAt(t, connectionUrl(connection))
}

async function targetAt(t: Pick<TestContext, "after">, url: string): Promise<EmptyTarget> {
  const data_dir = join(await newFolder(t), "data")
  await mkdir(data_dir)
  return { url, data_dir, files: await openFileStore({ folder: join(data_dir, "files") }) }
}

/** Restores `folder` into `location`, with the master key of `service` if given. */
export async function restore(
  folder: string,
  { url, data_dir, files }: EmptyTarget,
  service?: Pick<TestService, "config">,
  options: Partial<RestoreOptions> = {},
): Promise<Restored> {
  if (service) await copyFile(keyFilePath(service.config.data_dir), keyFilePath(data_dir))
  return restoreBackup({
    folder,
    files,
    location: { database: url, store: join(data_dir, "files"), keys: keyFilePath(data_dir) },
    keys: { data_dir },
    migrations,
    connect: async () => ({ connection: { connectionString: url }, setting: "DATABASE_URL" }),
    ...options,
  })
}

/** Returns the row count and SHA-256 of every table, by name. */
export async function tableSums(url: string): Promise<Record<string, string>> {
  return asPlatform(url, async (client) => {
    const sums: Record<string, string> = {}
    for (const table of await listTables(client)) {
      const { rows, sha256 } = await measure(readTable(client, table))
      sums[table.name] = `${rows} ${sha256}`
    }
    return sums
  })
}

/** Runs `work` in a read-only transaction that sees every firm. */
export async function asPlatform<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("begin read only")
    await client.query(sessionSettings)
    await client.query("set local role foyer_platform")
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs one statement as the owner of the tables, under row-level security; returns its first value as a number. */
export async function asOwner(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: "array" })
    return Number(rows[0]?.[0])
  } finally {
    await client.end()
  }
}
