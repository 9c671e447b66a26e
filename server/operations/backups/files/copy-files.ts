// Copies files to a backup, byte for byte as stored. A key's bytes never change, so intact files of an earlier backup
// in the same folder are reused.
import { createHash } from "node:crypto"
import { open, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Readable } from "node:stream"
import type pg from "pg"
import { findFault } from "../../../platform/files/read-stored-file.ts"
import { openLocalStore } from "../../../platform/files/store/local-store.ts"
import { FileMissing, type FileStore } from "../../../platform/files/store/store.ts"
import { trashKey } from "../../../platform/files/stored-files.ts"
import { type Manifest, type OnProgress, snapshotFolder } from "../manifest.ts"
import { referencesName } from "../snapshot.ts"
import { fileListName, formatListed, type ListedFile, readFileList } from "./file-list.ts"
import { referenceColumns, stillReferenced } from "./references.ts"
import { holdsFile, measuring, readRows } from "./row-files.ts"

export interface CopyOptions {
  folder: string
  /** The snapshot's folder with its list of files; the list of copied files is written there. */
  target: string
  before: Manifest | undefined
  files: FileStore
  client: pg.Client
  /** How many files there are. */
  count: number
  onProgress: OnProgress
}

export interface CopiedFiles {
  files: Manifest["files"]
  reused: number
  /** Keys of files that the store should have, and does not have or refuses to read; the first hundred. */
  missing: string[]
  /** Keys that the previous backup had and this one does not. */
  dropped: string[]
}

/** Files copied in parallel: most of the time is spent waiting for disks and stores. */
const at_once = 8

/** Copies every file of the snapshot. Throws what the stores throw, except for files that are missing or refused. */
export async function copyFiles(options: CopyOptions): Promise<CopiedFiles> {
  const { target, count, onProgress } = options
  const hash = createHash("sha256")
  const copied: CopiedFiles = {
    files: { count: 0, bytes: 0, removed_meanwhile: 0, missing: 0, list_sha256: "" },
    reused: 0,
    missing: [],
    dropped: [],
  }
  const copy = await openCopy(options, copied)
  const list = await open(join(target, fileListName), "wx", 0o600)
  try {
    let done = 0
    for await (const batch of batches(withEarlier(options, copied.dropped))) {
      const lines = (await copy(batch)).map(formatListed).join("")
      hash.update(lines)
      await list.write(lines)
      done += batch.length
      onProgress({ part: "files", done, of: count })
    }
    await list.sync()
  } finally {
    await list.close()
  }
  await rm(join(target, referencesName))
  return { ...copied, files: { ...copied.files, list_sha256: hash.digest("hex") } }
}

interface Wanted {
  file: Omit<ListedFile, "stored">
  earlier: ListedFile["stored"]
}

async function openCopy(
  { folder, files, client }: CopyOptions,
  copied: CopiedFiles,
): Promise<(batch: readonly Wanted[]) => Promise<ListedFile[]>> {
  const held = await openLocalStore(join(folder, "files"))
  const counts = copied.files

  async function store({ file: { key }, earlier }: Wanted): Promise<ListedFile["stored"]> {
    // Replace a copy that has been damaged since.
    if (earlier && (await holdsFile(held, key, earlier))) {
      copied.reused += 1
      return earlier
    }
    const { stream, measured } = measuring()
    // The target's own errors end the backup.
    let unread: unknown
    try {
      const source = await readStored(files, key).catch((error: unknown) => {
        unread = error
        throw error
      })
      source.on("error", (error) => {
        unread = error
        stream.destroy(error)
      })
      // It may fail before the target reads from it, which then reports it.
      stream.on("error", () => undefined)
      stream.once("close", () => source.destroy())
      await held.write(key, source.pipe(stream))
    } catch (error) {
      if (await findFault(files, unread)) return null
      throw error
    }
    const { bytes, sha256 } = measured()
    return { size: bytes, sha256 }
  }

  return async (batch) => {
    const stored = await Promise.all(batch.map(store))
    const lost = batch.filter((_, index) => !stored[index]).map(({ file: { key } }) => key)
    const missing = lost.length === 0 ? [] : await knownNow(client, lost)
    counts.removed_meanwhile += lost.length - missing.length
    counts.missing += missing.length
    copied.missing = [...copied.missing, ...missing].slice(0, 100)
    return batch.flatMap(({ file }, index) => {
      const bytes = stored[index] ?? null
      if (!bytes && !missing.includes(file.key)) return []
      if (bytes) counts.count += 1
      counts.bytes += bytes?.size ?? 0
      return [{ ...file, stored: bytes }]
    })
  }
}

/** A file removed since the snapshot is in the trash; only a purged one is gone. */
async function readStored(files: FileStore, key: string): Promise<Readable> {
  try {
    return await files.read(key)
  } catch (error) {
    if (error instanceof FileMissing) return files.read(trashKey(key))
    throw error
  }
}

async function knownNow(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  await client.query("begin read only")
  await client.query("set local role foyer_platform")
  const known = await stillReferenced(client, keys)
  await client.query("commit")
  return known
}

/** Joins the snapshot's files with the previous backup's list. Both are sorted by key. */
async function* withEarlier(
  { folder, target, before }: CopyOptions,
  dropped: string[],
): AsyncGenerator<Wanted> {
  const earlier = before
    ? readFileList(join(snapshotFolder(folder, before), fileListName))[Symbol.asyncIterator]()
    : undefined
  let next = (await earlier?.next())?.value as ListedFile | undefined
  const advance = async () => {
    next = (await earlier?.next())?.value as ListedFile | undefined
  }
  for await (const row of readRows(join(target, referencesName), referenceColumns)) {
    const file = { ...row, key: row.key ?? "" }
    while (next && next.key < file.key) {
      dropped.push(next.key)
      await advance()
    }
    if (next?.key === file.key) {
      yield { file, earlier: next.stored }
      await advance()
    } else yield { file, earlier: null }
  }
  for (; next; await advance()) dropped.push(next.key)
}

/** Groups items for parallel processing. */
export async function* batches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < at_once) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
