// Reads every stored file completely to verify that it is intact: for `foyer verify`, and after restoring a backup.
import { createHash } from "node:crypto"
import type { Readable } from "node:stream"
import { sql, type Tx } from "../db/sql.ts"
import { type KeyRing, UnknownMasterKey } from "../secrets/key-ring.ts"
import { readEncrypted } from "./encrypted-files.ts"
import { findFault } from "./read-stored-file.ts"
import { type FileFault, recordFault, restoreFile, type StoreParts } from "./stored-files.ts"

export interface VerifyParts extends StoreParts {
  ring: KeyRing
}

export interface VerifiedFile {
  purpose: string
  firm_id: string
  matter_id: string | null
  /** The document, export or firm it belongs to. */
  record_id: string
  filename: string | null
  key: string
  /** Size before encryption, in bytes. */
  size: number
  /** `locked`: its master key is missing. */
  fault?: FileFault | "locked"
  /** It was missing and has been restored from the trash. */
  is_restored?: boolean
}

export interface VerifyOptions {
  firm_id?: string | undefined
  /** How many files to read in parallel; four by default. */
  parallel?: number
  /** Restores missing files that are in the trash. */
  restore?: boolean
  /** Called for every file, in no particular order. */
  onFile?: (file: VerifiedFile) => void
}

interface FileRow extends Omit<VerifiedFile, "fault" | "key" | "size"> {
  file_key: string
  wrapped_key: string | null
  size: number | null
  sha256: Buffer | null
  known_fault: FileFault | null
}

const page_rows = 500

/**
 * Reads and decrypts every stored file in use and compares its size and hash. Returns the number of files, their bytes,
 * and the number of faults. Records what it finds in `stored_files`. Uses constant memory. Throws if the store is
 * unreachable.
 */
export async function verifyFiles(
  parts: VerifyParts,
  { firm_id, parallel = 4, restore = false, onFile }: VerifyOptions = {},
): Promise<{ files: number; bytes: number; faults: number }> {
  const totals = { files: 0, bytes: 0, faults: 0 }
  const rows = listRows(parts, firm_id)
  const verifyNext = async () => {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      const file = await verifyFile(parts, next.value, restore)
      if (!file) continue
      totals.files += 1
      totals.bytes += file.size
      if (file.fault) totals.faults += 1
      onFile?.(file)
    }
  }
  await Promise.all(Array.from({ length: parallel }, verifyNext))
  return totals
}

/** Returns undefined for a file that was removed in the meantime. */
async function verifyFile(
  parts: VerifyParts,
  row: FileRow,
  restore: boolean,
): Promise<VerifiedFile | undefined> {
  const { file_key: key, wrapped_key: _, known_fault, sha256: __, ...names } = row
  const { firm_id } = row
  let read = await readWhole(parts, row)
  const is_restored = restore && read.fault === "missing" && (await restoreFile(parts, firm_id, key))
  if (is_restored) read = await readWhole(parts, row)
  if (read.fault && !(await isInUse(parts, row))) return undefined
  const fault = read.fault === "locked" ? undefined : (read.fault ?? null)
  if (fault !== undefined && fault !== known_fault) await recordFault(parts.db, firm_id, key, fault)
  return { ...names, key, is_restored, ...read }
}

async function readWhole(
  { files, ring }: VerifyParts,
  { file_key: key, wrapped_key, size, sha256 }: FileRow,
): Promise<{ size: number; fault?: NonNullable<VerifiedFile["fault"]> }> {
  const hash = createHash("sha256")
  let bytes = 0
  try {
    // Without its data key, only the file's presence can be checked.
    const stream = wrapped_key
      ? await readEncrypted(files, ring, { key, wrapped_key })
      : await files.read(key, { start: 0, end: 0 })
    for await (const piece of stream as Readable & AsyncIterable<Buffer>) {
      hash.update(piece)
      bytes += piece.length
    }
  } catch (error) {
    if (error instanceof UnknownMasterKey) return { size: size ?? 0, fault: "locked" }
    const fault = await findFault(files, error)
    if (!fault) throw error
    return { size: size ?? bytes, fault }
  }
  if (!wrapped_key) return { size: size ?? 0 }
  const isWhole = bytes === (size ?? bytes) && (sha256 === null || hash.digest().equals(sha256))
  return isWhole ? { size: bytes } : { size: bytes, fault: "damaged" }
}

async function* listRows({ db }: VerifyParts, firm_id: string | undefined): AsyncGenerator<FileRow, void> {
  let after = { firm_id: "", file_key: "" }
  for (;;) {
    const read = (tx: Tx) =>
      tx.all<FileRow>(sql`
        select u.purpose, u.firm_id, u.matter_id, u.record_id, u.filename, u.file_key, u.wrapped_key, u.size, u.sha256,
               s.fault as known_fault
          from files_in_use u left join stored_files s on s.firm_id = u.firm_id and s.key = u.file_key
         where not u.is_leaving and (u.firm_id::text, u.file_key) > (${after.firm_id}, ${after.file_key})
         order by u.firm_id::text, u.file_key limit ${page_rows}`)
    const rows = firm_id ? await db.forFirm(firm_id, read) : await db.forPlatform(read)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

async function isInUse({ db }: VerifyParts, { firm_id, file_key }: FileRow): Promise<boolean> {
  const row = await db.forFirm(firm_id, (tx) =>
    tx.maybe(
      sql`select from files_in_use where firm_id = ${firm_id} and file_key = ${file_key} and not is_leaving`,
    ),
  )
  return row !== undefined
}

export interface StoreContents {
  /** Files this database announced, and files it does not know, which are left alone. */
  announced: number
  unannounced: number
  in_trash: number
}

/** Counts the files in the store by what this database knows of them; calls `onUnannounced` with the key of each unknown one. */
export async function countStored(
  { db, files }: StoreParts,
  onUnannounced?: (key: string) => void,
): Promise<StoreContents> {
  const contents = { announced: 0, unannounced: 0, in_trash: 0 }
  let keys: string[] = []
  const countBatch = async () => {
    const known = new Set(await db.forPlatform((tx) => listAnnounced(tx, keys.map(withoutTrash))))
    for (const key of keys) {
      if (!known.has(withoutTrash(key))) {
        contents.unannounced += 1
        onUnannounced?.(key)
      } else if (isTrash(key)) contents.in_trash += 1
      else contents.announced += 1
    }
    keys = []
  }
  for await (const { key } of files.list("")) {
    keys.push(key)
    if (keys.length === page_rows) await countBatch()
  }
  await countBatch()
  return contents
}

async function listAnnounced(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ key: string }>(sql`
    select s.key from unnest(${keys}::text[]) as stored (key)
      join stored_files s on s.firm_id = split_part(stored.key, '/', 2) and s.key = stored.key`)
  return new Set(rows.map(({ key }) => key))
}

const isTrash = (key: string) => key.startsWith("trash/")
const withoutTrash = (key: string) => (isTrash(key) ? key.slice("trash/".length) : key)
