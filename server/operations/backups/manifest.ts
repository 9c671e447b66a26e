// The manifest of a backup. It is written last and atomically: a folder without one is not a backup, and a folder that
// is backed up to again keeps the earlier backup intact until the new one is complete.

import { createHash, randomBytes } from "node:crypto"
import { open, readFile, rename } from "node:fs/promises"
import { join } from "node:path"
import { type Static, Type } from "typebox"
import { syncFolder } from "../../platform/sync-folder.ts"

const checksum = Type.String({ pattern: "^[0-9a-f]{64}$" })
const count = Type.Integer({ minimum: 0 })
const time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$" })
/** A file of rows in COPY's text format, one row per line. */
const rowFile = { rows: count, bytes: count, sha256: checksum }

const manifestSchema = Type.Object({
  format: Type.Literal(1),
  /** Also the name of the folder with the tables. */
  id: Type.String({ pattern: "^backup_[0-9A-F]{32}$" }),
  installation_id: Type.String(),
  foyer_version: Type.String(),
  postgres_version: Type.String(),
  started_at: time,
  /** The point in time of the snapshot. */
  taken_at: time,
  finished_at: time,
  /** In the order they were applied. */
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum })),
  tables: Type.Array(
    Type.Object({
      name: Type.String({ pattern: "^[a-z][a-z0-9_]*$" }),
      columns: Type.Array(Type.String({ pattern: "^[a-z][a-z0-9_]*$" })),
      ...rowFile,
    }),
  ),
  /** Background work that was still waiting. */
  jobs: Type.Object(rowFile),
  files: Type.Object({
    count,
    bytes: count,
    /** Deleted permanently between the snapshot and copying. */
    removed_meanwhile: count,
    /** Known to the database but not in the store. */
    missing: count,
    list_sha256: checksum,
  }),
  /** SHA-256 of master.key if the backup includes it. */
  key_sha256: Type.Union([checksum, Type.Null()]),
  /** SHA-256 of this file with 64 zeros in place of this value. */
  checksum,
})

export type Manifest = Static<typeof manifestSchema>

/** Thrown for a folder without a complete, trustworthy backup. */
export class FaultyBackup extends Error {
  override name = "FaultyBackup"
}

const manifestName = "manifest.json"
const noChecksum = "0".repeat(64)

/** Returns the folder with a backup's tables, jobs and list of files. */
export function snapshotFolder(folder: string, { id }: Pick<Manifest, "id">): string {
  return join(folder, id)
}

/** Reads the manifest of the backup in `folder`; returns undefined if there is none. Throws `FaultyBackup` if it was changed. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, manifestName)
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined
    throw error
  })
  if (text === undefined) return undefined
  const manifest = parse(text)
  if (!manifest || checksumOf(text, manifest.checksum) !== manifest.checksum)
    throw new FaultyBackup(`${path} was damaged or changed after the backup was created.`)
  if (manifest.format !== 1)
    throw new FaultyBackup(`${path} was written by a later version of Foyer. Use that version.`)
  const { Value } = await import("typebox/value")
  if (!Value.Check(manifestSchema, manifest))
    throw new FaultyBackup(`${path} is not the manifest of a backup created by Foyer.`)
  return manifest
}

/** Atomically and durably makes this the folder's backup. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, "checksum">): Promise<Manifest> {
  const text = `${JSON.stringify({ ...manifest, checksum: noChecksum }, null, 2)}\n`
  const checksum = checksumOf(text, noChecksum)
  const temporary = join(folder, `${manifestName}.${randomBytes(6).toString("hex")}.new`)
  const file = await open(temporary, "wx", 0o600)
  try {
    await file.writeFile(text.replace(noChecksum, checksum))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(folder, manifestName))
  await syncFolder(folder)
  return { ...manifest, checksum }
}

/** Returns the number of rows in a backup, and the bytes of rows and files. */
export function totalsOf({ tables, jobs, files }: Pick<Manifest, "tables" | "jobs" | "files">): {
  rows: number
  bytes: number
} {
  const parts = [...tables, jobs]
  return {
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, files.bytes),
  }
}

function parse(text: string): { format: unknown; checksum: string } | undefined {
  try {
    const value = JSON.parse(text) as { format: unknown; checksum: unknown }
    return typeof value.checksum === "string" ? { ...value, checksum: value.checksum } : undefined
  } catch {
    return undefined
  }
}

function checksumOf(text: string, written: string): string {
  return createHash("sha256").update(text.replace(written, noChecksum)).digest("hex")
}

export type OnProgress = (progress: { part: "tables" | "files"; done: number; of: number }) => void
