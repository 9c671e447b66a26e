// Restores a backup to an empty target, all or nothing. Everything is checked before anything is written. Files are
// copied while one transaction loads all rows; it commits once every file is there, so an interrupted restore leaves an
// empty database and can be run again.
import type { DatabaseTarget } from "../../platform/db/connections/connect-database.ts"
import type { FileStore } from "../../platform/files/store/store.ts"
import type { InstallationLocation } from "../../platform/installation/location.ts"
import { claimStore } from "../../platform/installation/stores.ts"
import { prepareQueues } from "../../platform/jobs/prepare.ts"
import type { KeyRingOptions } from "../../platform/secrets/key-ring.ts"
import { planAdapting } from "./adapting.ts"
import { checkBackup } from "./check.ts"
import { restoreFiles } from "./files/restore-files.ts"
import { requireKeys, restoreKey } from "./keys.ts"
import { loadDatabase } from "./load.ts"
import { FaultyBackup, type Manifest, type OnProgress, snapshotFolder } from "./manifest.ts"
import { checkStore, findChangedMigrations, prepareEmpty } from "./target.ts"

export interface RestoreOptions {
  folder: string
  files: FileStore
  location: InstallationLocation
  /** The program's migrations, which must include those of the backup. */
  migrations: URL
  /** Restore even a backup of an unreleased version, whose tables differ. */
  adapts?: boolean
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
  /** How the backup was adapted to this version, in sentences. */
  adapted: string[]
}

/** Restores a backup. Throws, having changed nothing, unless the backup is intact and the target is empty. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, files, location, keys, migrations, adapts = false, onProgress = () => undefined } = options
  const { manifest, faults } = await checkBackup({ folder, onProgress })
  if (faults.length > 0)
    throw new FaultyBackup(`The backup is damaged. Nothing was restored:\n${faults.slice(0, 5).join("\n")}`)
  const changed = await findChangedMigrations(manifest, migrations)
  const inside = snapshotFolder(folder, manifest)
  const hasKey = await requireKeys({ ...keys, location }, inside, manifest)
  const has_files = await checkStore(files, manifest, location)
  const way = await options.connect()
  await prepareEmpty(way, location)
  const is_adapted = changed.length > 0
  const adapted = is_adapted
    ? await planAdapting({ way, inside, manifest, migrations, changed, is_accepted: adapts })
    : []
  if (has_files) options.onFilesThere?.()
  if (hasKey) await restoreKey(inside, keys.data_dir)
  await claimStore(files, manifest.installation_id, location)
  await prepareQueues(way.connection)
  const meanwhile = restoreFiles({ folder, manifest, files, has_files, onProgress })
  // The transaction that loads the rows awaits this and throws its error.
  meanwhile.catch(() => undefined)
  try {
    const dropped_jobs = await loadDatabase({
      way,
      inside,
      manifest,
      migrations,
      is_adapted,
      onProgress,
      meanwhile,
    })
    return { manifest, way, dropped_jobs, adapted }
  } finally {
    // Even if loading fails, return only after the last file write has finished.
    await Promise.allSettled([meanwhile])
  }
}
