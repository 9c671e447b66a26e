// A backup: every row at one point in time and every file those rows refer to, encrypted as stored. Backing up works
// while Foyer is running, and reports whether the backup is complete.

import { mkdir, readdir, rm } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import type pg from "pg"
import { newClient } from "../../platform/db/connections/primary.ts"
import { takeLock } from "../../platform/embedded-postgres/lock.ts"
import { openLocalStore } from "../../platform/files/store/local-store.ts"
import type { FileStore } from "../../platform/files/store/store.ts"
import { syncFolder } from "../../platform/sync-folder.ts"
import { copyFiles } from "./files/copy-files.ts"
import { fileListName, readFileList } from "./files/file-list.ts"
import { includeKey } from "./keys.ts"
import { findManifest, type Manifest, type OnProgress, snapshotFolder, writeManifest } from "./manifest.ts"
import { writeSnapshot } from "./snapshot.ts"

export interface BackupOptions {
  /** `backup_…` */
  id: string
  /** Created if missing. An existing backup there is updated. */
  folder: string
  connection: pg.PoolConfig
  files: FileStore
  data_dir: string
  foyer_version: string
  now: () => Date
  /** The master keys as text, to include in the backup. */
  key?: string | undefined
  onProgress?: OnProgress
}

export interface CreatedBackup {
  manifest: Manifest
  /** Files that the folder already had. */
  reused_files: number
  /** Keys of files that the database refers to and the store does not have; the first hundred. */
  missing: string[]
}

/**
 * Creates a backup in `folder`. Throws for a folder that contains anything but backups of this installation. If it
 * fails, an earlier backup in the folder stays intact.
 */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const folder = resolve(options.folder)
  refuseDataFolder(folder, resolve(options.data_dir))
  const before = await prepareFolder(folder)
  const release = takeLock(join(folder, lockName))
  if (!release)
    throw new Error(
      `Another backup into ${folder} is running. Wait until it finishes, or use another folder.`,
    )
  try {
    const wasInterrupted = await clearLeftovers(folder, before)
    const created = await writeBackup({ ...options, folder }, before)
    if (wasInterrupted) await dropStrays(folder, created.manifest)
    return created
  } finally {
    release()
    await rm(join(folder, lockName), { force: true })
  }
}

async function writeBackup(options: BackupOptions, before: Manifest | undefined): Promise<CreatedBackup> {
  const { id, folder, foyer_version, now, onProgress = () => undefined } = options
  const started_at = now().toISOString()
  const target = snapshotFolder(folder, { id })
  await mkdir(target, { mode: 0o700 })
  const client = newClient({ ...options.connection, application_name: "foyer backup" })
  await client.connect()
  try {
    const snapshot = await writeSnapshot(client, target, onProgress)
    if (before && before.installation_id !== snapshot.installation_id) {
      throw new Error(
        `${folder} holds a backup of another installation (${before.installation_id}). Use a separate folder for each installation.`,
      )
    }
    const { count, ...about } = snapshot
    const copied = await copyFiles({ ...options, client, target, before, count, onProgress })
    const key_sha256 = await includeKey(target, options.key)
    await syncFolder(target)
    const finished_at = now().toISOString()
    const created = { format: 1 as const, id, foyer_version, started_at, finished_at, key_sha256 }
    const manifest = await writeManifest(folder, { ...created, ...about, files: copied.files })
    await clearLeftovers(folder, manifest)
    await dropFiles(folder, copied.dropped)
    return { manifest, missing: copied.missing, reused_files: copied.reused }
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

const lockName = "backup.lock"
const isOurs = (name: string) =>
  /^(files|manifest\.json(\..*)?|backup\.(lock|holder).*|backup_[0-9A-F]{32})$/.test(name)

/** A backup in the data folder would be lost with it, and the next backup would copy it. */
function refuseDataFolder(folder: string, data_dir: string): void {
  if (!relative(data_dir, folder).startsWith(".."))
    throw new Error(`${folder} is in the data folder and would be lost with it. Use a folder outside it.`)
}

async function prepareFolder(folder: string): Promise<Manifest | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const strange = names.find((name) => !isOurs(name))
  if (strange !== undefined)
    throw new Error(
      `${folder} is not empty and not a backup: it contains ${strange}. Use an empty folder or the folder of earlier backups.`,
    )
  return findManifest(folder)
}

/** Removes what an interrupted or earlier backup left behind. Returns whether there was anything. */
async function clearLeftovers(folder: string, current: Manifest | undefined): Promise<boolean> {
  const left = (await readdir(folder)).filter(
    (name) => (name.startsWith("backup_") && name !== current?.id) || /^manifest\.json\./.test(name),
  )
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left.length > 0
}

/** Removes backed-up files that have been purged from the installation. */
async function dropFiles(folder: string, keys: readonly string[]): Promise<void> {
  const held = await openLocalStore(join(folder, "files"))
  for (const key of keys) await held.remove(key)
}

/** Removes files of an interrupted backup that nothing refers to anymore. */
async function dropStrays(folder: string, manifest: Manifest): Promise<void> {
  const listed = new Set<string>()
  for await (const { key } of readFileList(join(snapshotFolder(folder, manifest), fileListName)))
    listed.add(key)
  const held = await openLocalStore(join(folder, "files"))
  for await (const { key } of held.list("")) if (!listed.has(key)) await held.remove(key)
}
