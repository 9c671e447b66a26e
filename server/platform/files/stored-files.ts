// The record of what lies in the store. A file is announced in a transaction of its own before its first byte is
// written, so that a process killed at any point leaves nothing that nobody knows of; and nothing but what was
// announced is ever removed, so that a store opened with the wrong database loses nothing.
import type { Database, Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import { FileMissing, type FileStore } from "./store.ts"

export interface StoreParts {
  db: Database
  files: FileStore
}

export interface AnnouncedFile {
  key: string
  purpose: "document" | "logo" | "export" | "part" | "template"
  matter_id?: string | null
}

/** Writes down that bytes are about to be stored under `key`. Commit before the first of them goes out. */
export async function announceFile(tx: Tx, { key, purpose, matter_id = null }: AnnouncedFile): Promise<void> {
  await tx.run(sql`
    insert into stored_files (key, purpose, matter_id, announced_at)
    values (${key}, ${purpose}, ${matter_id}, ${tx.now})
    on conflict (firm_id, key) do update set announced_at = excluded.announced_at, trashed_at = null, fault = null`)
}

/** Removes a file's bytes for good, wherever they are, and then its record. */
export async function discardFile({ db, files }: StoreParts, firm_id: string, key: string): Promise<void> {
  await removeBytes(files, key)
  await db.forFirm(firm_id, (tx) => tx.run(sql`delete from stored_files where key = ${key}`))
}

/** Like `discardFile` after something else has failed: what cannot be removed now is swept later. */
export async function discardQuietly(parts: StoreParts, firm_id: string, key: string): Promise<void> {
  await discardFile(parts, firm_id, key).catch(() => undefined)
}

/** Moves a file's bytes to the trash, where they stay for thirty days. */
export async function trashFile({ db, files }: StoreParts, firm_id: string, key: string): Promise<void> {
  await files.move(key, trashKey(key)).catch((error: unknown) => {
    // Another process was faster, or the bytes never came.
    if (!(error instanceof FileMissing)) throw error
  })
  await db.forFirm(firm_id, (tx) =>
    tx.run(sql`update stored_files set trashed_at = ${tx.now} where key = ${key} and trashed_at is null`),
  )
}

export type FileFault = "missing" | "damaged"

/** Writes down that reading a file found it at fault, or, with null, that it was read to its end. */
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

/** Takes a file out of the trash again; false where it is not there. */
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

/** Everything that was stored for a matter, in the trash or not. */
export async function listFilesOfMatter(tx: Tx, matter_id: string): Promise<string[]> {
  const rows = await tx.all<{ key: string }>(
    sql`select key from stored_files where matter_id = ${matter_id} order by key`,
  )
  return rows.map(({ key }) => key)
}

/** The records of a matter's files, once their bytes are gone. */
export async function forgetFilesOfMatter(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from stored_files where matter_id = ${matter_id}`)
}

/** Removes bytes from where they were stored and from the trash; those that are gone already are fine. */
export async function removeBytes(files: FileStore, key: string): Promise<void> {
  await files.remove(key)
  await files.remove(trashKey(key))
}

/** Where the bytes of `key` wait once they are in the trash. */
export function trashKey(key: string): string {
  return `trash/${key}`
}
