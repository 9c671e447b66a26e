// Brings a firm in from a file of another installation, all or nothing. Everything is checked before anything is written.
// Its files come first, then one transaction inserts all rows: an import that dies leaves no firm, and can be run again.
import { statfs } from "node:fs/promises"
import type pg from "pg"
import { type Entry, openPromise, type ZipFile } from "yauzl"
import { newClient } from "../../platform/db/connections/primary.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import type { FileStore } from "../../platform/files/store/store.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { batches } from "../backups/files/copy-files.ts"
import { canaryContext, files_folder, type MovingFirm, UnusableFirmFile } from "./firm-file.ts"
import { type InsertedRows, insertRows } from "./insert-rows.ts"
import { requireKnownMigrations, requireKnownTables } from "./versions.ts"

export interface ImportParts {
  db: Database
  /** Connects past any pooler. */
  connection: pg.PoolConfig
  files: FileStore
  ring: KeyRing
  base_url: string
  /** The folder of the store, to see whether there is room; undefined for a store elsewhere. */
  store_folder?: string | undefined
  /** The program's migrations. */
  migrations: URL
}

export interface ImportedFirm extends InsertedRows {
  files: number
}

/**
 * Imports the firm of a checked file (`checkFirmFile`) with the key of the file. The firm is suspended then. Throws
 * `UnusableFirmFile`, having written nothing, for one that can't be imported here.
 */
export async function importFirm(
  parts: ImportParts,
  path: string,
  firm: MovingFirm,
  key: KeyRing,
): Promise<ImportedFirm> {
  requireKey(firm, key)
  await requireKnownMigrations(firm, parts.migrations)
  const client = newClient({ ...parts.connection, application_name: "foyer firm import" })
  await client.connect()
  try {
    await requireAlone(client, firm)
    await requireKnownTables(client, firm)
    await requireAbsent(parts, firm)
    await requireRoom(parts, firm)
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      return await bringIn(parts, client, zip, firm, key)
    } finally {
      zip.close()
    }
  } finally {
    await client.end()
  }
}

function requireKey({ firm, canary }: MovingFirm, key: KeyRing): void {
  try {
    key.open(canary, canaryContext(firm))
  } catch {
    throw new UnusableFirmFile(
      "The key is not the one of this file. Nothing was imported. Use the key that the same export created.",
    )
  }
}

/** Holds the firm for this import until its connection ends. */
async function requireAlone(client: pg.Client, { firm }: MovingFirm): Promise<void> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('firm import ' || $1, 0)) as is_ours",
    [firm.id],
  )
  if (!rows[0]?.is_ours)
    throw new UnusableFirmFile(
      `Another import of ${firm.name} is running. Wait until it has finished. This one wrote nothing.`,
    )
}

const isThere = ({ db }: ImportParts, { firm }: MovingFirm) =>
  db
    .forPlatform((tx) => tx.maybe(sql`select from firms where id = ${firm.id}`))
    .then((row) => row !== undefined)

async function requireAbsent(parts: ImportParts, moving: MovingFirm): Promise<void> {
  const { id, name } = moving.firm
  if (await isThere(parts, moving))
    throw new UnusableFirmFile(
      `${name} (${id}) is in this installation already. Nothing was imported: an import never replaces anything. Import it into another installation.`,
    )
}

async function requireRoom({ store_folder }: ImportParts, { files }: MovingFirm): Promise<void> {
  if (store_folder === undefined) return
  const { bavail, bsize } = await statfs(store_folder)
  const needed = files.reduce((sum, { path, size }) => sum + (path.startsWith(files_folder) ? size : 0), 0)
  const mb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`
  if (needed > bavail * bsize)
    throw new UnusableFirmFile(
      `The firm's files need ${mb(needed)}, and ${store_folder} has ${mb(bavail * bsize)}. Nothing was imported. Free up space first.`,
    )
}

async function bringIn(
  parts: ImportParts,
  client: pg.Client,
  zip: ZipFile,
  moving: MovingFirm,
  key: KeyRing,
): Promise<ImportedFirm> {
  const broken = new Set(moving.files.filter(({ damaged }) => damaged).map(({ path }) => path))
  const [entries, keys] = [new Map<string, Entry>(), [] as string[]]
  try {
    const copy = async (entry: Entry) => {
      const { fileName } = entry
      if (!fileName.startsWith(files_folder)) entries.set(fileName, entry)
      else if (!broken.has(fileName)) {
        const file_key = fileName.slice(files_folder.length)
        if (!file_key.split("/").includes(moving.firm.id))
          throw new UnusableFirmFile(`${file_key} is no file of ${moving.firm.name}. Nothing was imported.`)
        keys.push(file_key)
        await parts.files.write(file_key, await zip.openReadStreamPromise(entry))
      }
    }
    for await (const batch of batches(zip.eachEntry())) {
      // All have ended before any is removed again.
      const outcomes = await Promise.allSettled(batch.map(copy))
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
    }
    const read = (path: string) => {
      const entry = entries.get(path)
      if (!entry)
        throw new UnusableFirmFile(`The file has no ${path}. Nothing was imported. Export the firm again.`)
      return zip.openReadStreamPromise(entry)
    }
    const inserted = await insertRows({ ...parts, client, moving, key, read })
    return { ...inserted, files: keys.length }
  } catch (error) {
    // After a connection lost at the commit, the firm may be there: then its files stay.
    const isThereNow = await isThere(parts, moving).catch(() => true)
    if (!isThereNow) for (const file_key of keys) await parts.files.remove(file_key).catch(() => undefined)
    if ((error as NodeJS.ErrnoException).code === "ENOSPC")
      throw new UnusableFirmFile("The file store is full. Nothing was imported. Free up space first.")
    throw error
  }
}
