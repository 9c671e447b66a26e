// The master keys and a backup. By default they are separate, because together they decrypt everything.
import { createHash } from "node:crypto"
import { chmod, copyFile, readFile, writeFile } from "node:fs/promises"
import { checkKeys, type KnownKey } from "../../platform/installation/known-keys.ts"
import type { InstallationLocation } from "../../platform/installation/location.ts"
import { findKeyRing, type KeyRing, type KeyRingOptions } from "../../platform/secrets/key-ring.ts"
import { keyFilePath } from "../../platform/secrets/master-keys.ts"
import { readRows } from "./files/row-files.ts"
import type { Manifest } from "./manifest.ts"
import { tablePath } from "./snapshot.ts"

/** Returns the master keys from the settings, in the format of a key file. */
export async function readKeyText({ data_dir, master_keys }: KeyRingOptions): Promise<string> {
  const given = master_keys?.trim()
  return given ? `${given.split(/[,\s]+/).join("\n")}\n` : readFile(keyFilePath(data_dir), "utf8")
}

/** Writes the master keys to a snapshot's folder. Returns their SHA-256. */
export async function includeKey(inside: string, key: string | undefined): Promise<string | null> {
  if (key === undefined) return null
  await writeFile(keyFilePath(inside), key, { flag: "wx", mode: 0o600, flush: true })
  return checksumOf(key)
}

/** Returns sentences about the key in a snapshot's folder: none unless it was changed, removed or added. */
export async function checkIncludedKey(inside: string, { key_sha256 }: Manifest): Promise<string[]> {
  const path = keyFilePath(inside)
  const key = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined
    throw error
  })
  if (key === undefined) return key_sha256 === null ? [] : [`${path} is missing.`]
  return checksumOf(key) === key_sha256 ? [] : [`${path} was changed.`]
}

/** Returns the keys from the settings or from the backup; undefined if there are neither. */
export async function findKeys(options: KeyRingOptions, inside: string): Promise<KeyRing | undefined> {
  return (await findKeyRing(options)) ?? findKeyRing({ data_dir: inside })
}

/**
 * Throws `InstallationFault` unless the keys from the settings, or from the backup, are those it was encrypted with.
 * Returns whether they come from the backup.
 */
export async function requireKeys(
  options: KeyRingOptions & { location: Pick<InstallationLocation, "keys"> },
  inside: string,
  manifest: Manifest,
): Promise<boolean> {
  const keys: KnownKey[] = []
  const table = manifest.tables.find(({ name }) => name === "master_keys")
  if (table)
    for await (const row of readRows(tablePath(inside, table), table.columns))
      keys.push({
        id: row.id ?? "",
        state: row.state as KnownKey["state"],
        canary_sealed: row.canary_sealed ?? "",
        seals_since: row.seals_since ? new Date(row.seals_since) : null,
      })
  const { installation_id } = manifest
  const isIncluded = manifest.key_sha256 !== null && !(await findKeyRing(options))
  const path = keyFilePath(inside)
  const given = isIncluded ? { data_dir: inside, location: { keys: path } } : options
  await checkKeys(given, { is_fresh: false, installation_id, keys, keys_in_use: [] })
  return isIncluded
}

/** Writes the backup's keys to where Foyer looks for them. */
export async function restoreKey(inside: string, data_dir: string): Promise<void> {
  await copyFile(keyFilePath(inside), keyFilePath(data_dir))
  await chmod(keyFilePath(data_dir), 0o600)
}

function checksumOf(key: string): string {
  return createHash("sha256").update(key).digest("hex")
}
