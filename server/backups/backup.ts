// A backup: every row as of one moment, every file those rows speak of, as encrypted as they are. It is made while
// Foyer serves, into a folder, and says itself whether it is whole.

import { mkdir, readdir, rm } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import type pg from "pg"
import { takeLock } from "../embedded-postgres/lock.ts"
import { newClient } from "../platform/db/primary.ts"
import { openLocalStore } from "../platform/files/local-store.ts"
import type { FileStore } from "../platform/files/store.ts"
import { copyFiles } from "./copy-files.ts"
import { fileListName, readFileList } from "./file-list.ts"
import { includeKey } from "./keys.ts"
import { findManifest, type Manifest, snapshotFolder, syncFolder, writeManifest } from "./manifest.ts"
import type { OnProgress } from "./progress.ts"
import { writeSnapshot } from "./snapshot.ts"

export interface BackupOptions {
  /** `backup_…` */
  id: string
  /** Created when missing; a backup that is there already is brought up to date. */
  folder: string
  connection: pg.PoolConfig
  files: FileStore
  data_dir: string
  foyer_version: string
  now: () => Date
  /** The master keys as text, to be part of the backup. */
  key?: string | undefined
  onProgress?: OnProgress
}

export interface CreatedBackup {
  manifest: Manifest
  /** Files the folder had already. */
  reused_files: number
  /** Keys of files that the database speaks of and the store does not have: the first hundred. */
  missing: string[]
}

/**
 * Makes a backup in `folder`. Throws a sentence for a folder that holds anything but a backup of this installation,
 * and leaves an older backup there whole whatever fails.
 */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const folder = resolve(options.folder)
  refuseDataFolder(folder, resolve(options.data_dir))
  const before = await prepareFolder(folder)
  const release = takeLock(join(folder, lockName))
  if (!release)
    throw new Error(`Another backup into ${folder} is under way. Wait for it, or give another folder.`)
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
        `${folder} holds a backup of another installation (${before.installation_id}). Give each installation a folder of its own.`,
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

/** What is lost with the data folder is no backup, and a copy of the copy would be made the next time. */
function refuseDataFolder(folder: string, data_dir: string): void {
  if (!relative(data_dir, folder).startsWith(".."))
    throw new Error(`${folder} is in the data folder and would be lost with it. Give a folder elsewhere.`)
}

async function prepareFolder(folder: string): Promise<Manifest | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const strange = names.find((name) => !isOurs(name))
  if (strange !== undefined)
    throw new Error(
      `${folder} is not empty and no backup: it holds ${strange}. Give an empty folder, or one that was backed up to before.`,
    )
  return findManifest(folder)
}

/** Removes what a backup that was interrupted, or the one before this, left behind; returns whether there was one. */
async function clearLeftovers(folder: string, current: Manifest | undefined): Promise<boolean> {
  const left = (await readdir(folder)).filter(
    (name) => (name.startsWith("backup_") && name !== current?.id) || /^manifest\.json\./.test(name),
  )
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left.length > 0
}

/** What was purged from the installation is not kept here. */
async function dropFiles(folder: string, keys: readonly string[]): Promise<void> {
  const held = await openLocalStore(join(folder, "files"))
  for (const key of keys) await held.remove(key)
}

/** Files that an interrupted backup brought, and that nothing speaks of anymore. */
async function dropStrays(folder: string, manifest: Manifest): Promise<void> {
  const listed = new Set<string>()
  for await (const { key } of readFileList(join(snapshotFolder(folder, manifest), fileListName)))
    listed.add(key)
  const held = await openLocalStore(join(folder, "files"))
  for await (const { key } of held.list("")) if (!listed.has(key)) await held.remove(key)
}
