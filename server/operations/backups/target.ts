// Checks that a backup can be restored here: to an empty target, and by a program that knows its tables.
import { readdir } from "node:fs/promises"
import { connectDatabase, type DatabaseTarget } from "../../platform/db/connections/connect-database.ts"
import { ensureRoles } from "../../platform/db/connections/roles.ts"
import { checkServer } from "../../platform/db/connections/server-checks.ts"
import { readMigration } from "../../platform/db/schema/migrate.ts"
import type { FileStore } from "../../platform/files/store/store.ts"
import type { InstallationLocation } from "../../platform/installation/location.ts"
import { claimOf } from "../../platform/installation/stores.ts"
import { FaultyBackup, type Manifest } from "./manifest.ts"

/** Returns the backup's migrations that differ from those in `folder`. Throws `FaultyBackup` for a backup of a newer Foyer. */
export async function findChangedMigrations(
  { migrations, foyer_version }: Manifest,
  folder: URL,
): Promise<string[]> {
  const known = new Set(await readdir(folder))
  const unknown = migrations.find(({ name }) => !known.has(name))
  if (unknown)
    throw new FaultyBackup(
      `This backup was created by a newer Foyer (${foyer_version}): this one does not know its migration ${unknown.name}. Restore it with that version or a later one.`,
    )
  const changed: string[] = []
  for (const { name, checksum } of migrations)
    if ((await readMigration(folder, name)).checksum !== checksum) changed.push(name)
  return changed
}

/**
 * Returns whether the store already has files. Throws unless it is empty or belongs to the installation of the backup,
 * as after an interrupted restore or when only the database was lost.
 */
export async function checkStore(
  files: FileStore,
  { installation_id }: Manifest,
  location: InstallationLocation,
): Promise<boolean> {
  const claim = await files.readClaim()
  if (claim !== undefined && claimOf(claim) === installation_id) return true
  if (claim !== undefined)
    throw new Error(
      `The file store (${location.store}) belongs to another installation, ${claimOf(claim) ?? "which its installation.json does not name"}. Nothing was restored. Use an empty file store.`,
    )
  for await (const { key } of files.list(""))
    throw new Error(
      `The file store (${location.store}) is not empty: it holds ${key}. Nothing was restored. Use an empty file store.`,
    )
  return false
}

/** Throws if the database already has Foyer's tables or is unsuitable. Creates missing roles. */
export async function prepareEmpty(way: DatabaseTarget, location: InstallationLocation): Promise<void> {
  const client = await connectDatabase(way)
  try {
    await checkServer(client, way.setting)
    const { rows } = await client.query<{ is_ours: boolean }>(
      "select to_regclass('public.migrations') is not null or to_regclass('public.firms') is not null as is_ours",
    )
    if (rows[0]?.is_ours)
      throw new Error(
        `The database (${location.database}) already has Foyer's tables. Nothing was restored. Use an empty database: a restore never replaces anything.`,
      )
    await ensureRoles(client, way.setting)
  } finally {
    await client.end()
  }
}
