// Checks every byte of a backup against its manifest, and whether the available keys decrypt it. Writes nothing.
import { createHash } from "node:crypto"
import { join } from "node:path"
import { readEncrypted } from "../../platform/files/encrypted-files.ts"
import { openLocalStore } from "../../platform/files/store/local-store.ts"
import { FileMissing, type FileStore } from "../../platform/files/store/store.ts"
import { type KeyRing, TamperedData } from "../../platform/secrets/key-ring.ts"
import { batches } from "./files/copy-files.ts"
import { fileListName, type ListedFile, readFileList } from "./files/file-list.ts"
import { type Measured, measure, measureFile } from "./files/row-files.ts"
import { checkIncludedKey } from "./keys.ts"
import { FaultyBackup, findManifest, type Manifest, type OnProgress, snapshotFolder } from "./manifest.ts"
import { jobsName, tablePath } from "./snapshot.ts"

export interface CheckedBackup {
  manifest: Manifest
  /** Sentences about what is wrong; empty if the backup is intact. */
  faults: string[]
  /** Sentences about files that could not be read from the store when the backup was created. */
  missing: string[]
  /** How many files the keys decrypted; undefined without keys. */
  opened: number | undefined
}

export interface CheckOptions {
  folder: string
  /** Decrypts every file too; without it, only checksums are compared. */
  ring?: KeyRing | undefined
  onProgress?: OnProgress
}

/** Checks everything in a backup. Throws `FaultyBackup` if there is none to check. */
export async function checkBackup({
  folder,
  ring,
  onProgress = () => undefined,
}: CheckOptions): Promise<CheckedBackup> {
  const manifest = await getManifest(folder)
  const faults: string[] = []
  const inside = snapshotFolder(folder, manifest)
  for (const [index, table] of manifest.tables.entries()) {
    onProgress({ part: "tables", done: index, of: manifest.tables.length })
    faults.push(...(await checkRows(tablePath(inside, table), table)))
  }
  faults.push(...(await checkRows(join(inside, jobsName), manifest.jobs)))
  faults.push(...(await checkIncludedKey(inside, manifest)))
  const listFaults = await checkList(inside, manifest)
  if (listFaults.length > 0)
    return { manifest, faults: [...faults, ...listFaults], missing: [], opened: undefined }
  const checked: CheckedBackup = { manifest, faults, missing: [], opened: ring && 0 }
  await checkFiles(folder, checked, ring, onProgress)
  return checked
}

/** Reads the manifest of a backup. Throws `FaultyBackup` if there is none, or the backup was never finished. */
export async function getManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder)
  if (!manifest)
    throw new FaultyBackup(
      `${folder} contains no finished backup: it has no manifest.json. Name the folder of a finished backup, or run the backup again.`,
    )
  return manifest
}

async function checkRows(path: string, { rows, bytes, sha256 }: Measured): Promise<string[]> {
  const found = await measureFile(path).catch(onReadError(path))
  if (typeof found === "string") return [found]
  if (found.rows === rows && found.bytes === bytes && found.sha256 === sha256) return []
  return [
    `${path} was changed: it has ${found.rows} rows and ${found.bytes} bytes instead of ${rows} and ${bytes}, or their content differs.`,
  ]
}

async function checkList(inside: string, { files }: Manifest): Promise<string[]> {
  const path = join(inside, fileListName)
  const found = await measureFile(path).catch(onReadError(path))
  if (typeof found === "string") return [found]
  return found.sha256 === files.list_sha256
    ? []
    : [`${path}, the list of files, was changed: no file can be checked.`]
}

async function checkFiles(
  folder: string,
  checked: CheckedBackup,
  ring: KeyRing | undefined,
  onProgress: OnProgress,
): Promise<void> {
  const { manifest, faults, missing } = checked
  const inside = snapshotFolder(folder, manifest)
  const held = await openLocalStore(join(folder, "files"))

  async function check(file: ListedFile): Promise<void> {
    const { key, stored } = file
    if (!stored) {
      missing.push(`File ${key} could not be read from the store when the backup was created.`)
      return
    }
    const fault = (await checkBytes(held, key, stored)) ?? (ring && (await open(held, ring, file)))
    if (fault) faults.push(fault)
    else if (checked.opened !== undefined && file.wrapped_key !== null) checked.opened += 1
  }

  let done = 0
  for await (const batch of batches(readFileList(join(inside, fileListName)))) {
    onProgress({ part: "files", done, of: manifest.files.count + manifest.files.missing })
    await Promise.all(batch.map(check))
    done += batch.length
  }
}

async function checkBytes(
  held: FileStore,
  key: string,
  stored: NonNullable<ListedFile["stored"]>,
): Promise<string | undefined> {
  try {
    const found = await measure(await held.read(key))
    if (found.bytes === stored.size && found.sha256 === stored.sha256) return undefined
    return `File ${key} was changed: ${found.bytes} bytes instead of ${stored.size}, or their content differs.`
  } catch (error) {
    if (error instanceof FileMissing) return `File ${key} is missing from the backup.`
    return `File ${key} cannot be read: ${(error as Error).message}`
  }
}

async function open(held: FileStore, ring: KeyRing, file: ListedFile): Promise<string | undefined> {
  const { key, wrapped_key, sha256 } = file
  if (wrapped_key === null) return undefined
  try {
    const hash = createHash("sha256")
    for await (const chunk of await readEncrypted(held, ring, { key, wrapped_key }))
      hash.update(chunk as Buffer)
    if (sha256 === null || hash.digest("hex") === sha256) return undefined
    return `File ${key} can be decrypted, but is not the file that was uploaded.`
  } catch (error) {
    if (error instanceof TamperedData) return `File ${key} cannot be decrypted: ${error.message}`
    return `File ${key} cannot be opened: ${(error as Error).message}`
  }
}

function onReadError(path: string): (error: NodeJS.ErrnoException) => string {
  return ({ code, message }) =>
    code === "ENOENT" ? `${path} is missing.` : `${path} cannot be read: ${message}`
}
