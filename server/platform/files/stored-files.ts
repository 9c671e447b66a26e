// Records which files are in the store. A file is announced in its own transaction before its first byte is written, so
// a killed process leaves nothing unknown. Only announced files are ever removed, so a store opened with the wrong
// database loses nothing.
import type { Database } from "../db/database.ts"
import { sql, type Tx } from "../db/sql.ts"
import { FileMissing, type FileStore } from "./store/store.ts"

export interface StoreParts {
  db: Database
  files: FileStore
}

export interface AnnouncedFile {
  key: string
  purpose: "document" | "logo" | "export" | "part" | "template"
  matter_id?: string | null
}

/** Records that bytes are about to be stored under `key`. Commit before writing the first byte. */
export async function announceFile(tx: Tx, { key, purpose, matter_id = null }: AnnouncedFile): Promise<void> {
  await tx.run(sql`
    insert into stored_files (key, purpose, matter_id, announced_at)
    values (${key}, ${purpose}, ${matter_id}, ${tx.now})`)
}

/** Records all files that the rows of a firm refer to, whose bytes and rows come from another installation. */
export async function announceFilesInUse(tx: Tx, firm_id: string): Promise<void> {
  await tx.run(sql`
    insert into stored_files (firm_id, key, purpose, matter_id, announced_at)
    select distinct on (file_key) firm_id, file_key, purpose, matter_id, ${tx.now}::timestamptz from files_in_use
     where firm_id = ${firm_id} and not is_leaving`)
}

/** Permanently removes a file's bytes, wherever they are, and then its record. */
export async function discardFile({ db, files }: StoreParts, firm_id: string, key: string): Promise<void> {
  await removeBytes(files, key)
  await db.forFirm(firm_id, (tx) => tx.run(sql`delete from stored_files where key = ${key}`))
}

/** Like `discardFile`, for cleanup after another error: the sweep later removes what cannot be removed now. */
export async function discardQuietly(parts: StoreParts, firm_id: string, key: string): Promise<void> {
  await discardFile(parts, firm_id, key).catch(() => undefined)
}

/** Moves a file's bytes to the trash for thirty days. */
export async function trashFile({ db, files }: StoreParts, firm_id: string, key: string): Promise<void> {
  await files.move(key, trashKey(key)).catch((error: unknown) => {
    // Another process was faster, or the bytes were never written.
    if (!(error instanceof FileMissing)) throw error
  })
  await db.forFirm(firm_id, (tx) =>
    tx.run(sql`update stored_files set trashed_at = ${tx.now} where key = ${key} and trashed_at is null`),
  )
}

export type FileFault = "missing" | "damaged"

/** Records the fault found when reading a file, or null if it was read completely. */
export async function recordFault(
  db: Database,
  firm_id: string,
  key: string,
  fault: FileFault | null,
): Promise<void> {
  await db.forFirm(firm_id, (tx) =>
    tx.run(
      sql`update stored_files set fault = ${fault} where key = ${key} and fault is distinct from ${fault}`,
    ),
  )
}

/** Restores a file from the trash. Returns false if it is not there. */
export async function restoreFile({ db, files }: StoreParts, firm_id: string, key: string): Promise<boolean> {
  try {
    await files.move(trashKey(key), key)
  } catch (error) {
    if (error instanceof FileMissing) return false
    throw error
  }
  await db.forFirm(firm_id, (tx) => tx.run(sql`update stored_files set trashed_at = null where key = ${key}`))
  return true
}

/** Returns every file stored for a matter, including the trash. */
export async function listFilesOfMatter(tx: Tx, matter_id: string): Promise<string[]> {
  const rows = await tx.all<{ key: string }>(
    sql`select key from stored_files where matter_id = ${matter_id} order by key`,
  )
  return rows.map(({ key }) => key)
}

/** Deletes the records of a matter's files, once their bytes are gone. */
export async function forgetFilesOfMatter(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from stored_files where matter_id = ${matter_id}`)
}

/** Removes bytes from the store and from the trash, if they are there. */
export async function removeBytes(files: FileStore, key: string): Promise<void> {
  await files.remove(key)
  await files.remove(trashKey(key))
}

/** Returns the key of a file in the trash. */
export function trashKey(key: string): string {
  return `trash/${key}`
}
