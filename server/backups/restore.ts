// Restores a backup to an empty target, all or nothing. Everything is checked before anything is written. Files are
// copied while one transaction loads all rows; it commits once every file is there, so an interrupted restore leaves an
// empty database and can be run again.
import type { DatabaseTarget } from "../platform/db/connect-database.ts"
import type { FileStore } from "../platform/files/store.ts"
import type { InstallationLocation } from "../platform/installation/location.ts"
import { claimStore } from "../platform/installation/stores.ts"
import { prepareQueues } from "../platform/jobs/prepare.ts"
import type { KeyRingOptions } from "../platform/secrets/key-ring.ts"
import { checkBackup } from "./check.ts"
import { requireKeys, restoreKey } from "./keys.ts"
import { loadDatabase } from "./load.ts"
import { FaultyBackup, type Manifest, snapshotFolder } from "./manifest.ts"
import type { OnProgress } from "./progress.ts"
import { restoreFiles } from "./restore-files.ts"
import { checkMigrations, checkStore, prepareEmpty } from "./target.ts"

export interface RestoreOptions {
  folder: string
  files: FileStore
  location: InstallationLocation
  /** The program's migrations, which must include those of the backup. */
  migrations: URL
  keys: KeyRingOptions
  /** Connects to the database, starting an embedded one; called after all other checks. */
  connect: () => Promise<DatabaseTarget>
  onProgress?: OnProgress
  /** Called if the store already has files of this installation; identical ones are left in place. */
  onFilesThere?: () => void
}

export interface Restored {
  manifest: Manifest
  way: DatabaseTarget
  /** Waiting jobs that this version of Foyer has no queue for. */
  dropped_jobs: number
}

/** Restores a backup. Throws, having changed nothing, unless the backup is intact and the target is empty. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, files, location, keys, migrations, onProgress = () => undefined } = options
  const { manifest, faults } = await checkBackup({ folder, onProgress })
  if (faults.length > 0)
    throw new FaultyBackup(`The backup is damaged. Nothing was restored:\n${faults.slice(0, 5).join("\n")}`)
  await checkMigrations(manifest, migrations)
  const inside = snapshotFolder(folder, manifest)
  const hasKey = await requireKeys({ ...keys, location }, inside, manifest)
  const has_files = await checkStore(files, manifest, location)
  const way = await options.connect()
  await prepareEmpty(way, location)
  if (has_files) options.onFilesThere?.()
  if (hasKey) await restoreKey(inside, keys.data_dir)
  await claimStore(files, manifest.installation_id, location)
  await prepareQueues(way.connection)
  const meanwhile = restoreFiles({ folder, manifest, files, has_files, onProgress })
  // The transaction that loads the rows awaits this and throws its error.
  meanwhile.catch(() => undefined)
  try {
    const dropped_jobs = await loadDatabase({ way, inside, manifest, migrations, onProgress, meanwhile })
    return { manifest, way, dropped_jobs }
  } finally {
    // Even if loading fails, return only after the last file write has finished.
    await Promise.allSettled([meanwhile])
  }
}
