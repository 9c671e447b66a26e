// Resumable uploads. Received bytes are in the store, encrypted like every file, and the record is in the database, so
// any node can continue where another stopped. No lock is held while bytes arrive: a part is stored first, and counts
// only if it starts exactly where the upload ends. Of two concurrent parts, one wins.

import { Readable } from "node:stream"
import { later } from "../../../platform/clock.ts"
import type { Database } from "../../../platform/db/database.ts"
import { json, sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict, Failure } from "../../../platform/errors.ts"
import { readEncrypted } from "../../../platform/files/encrypted-files.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
import { isStoreAway } from "../../../platform/files/store/store-faults.ts"
import { discardFile, type StoreParts } from "../../../platform/files/stored-files.ts"
import { newId } from "../../../platform/ids.ts"
import { type ByFirmParts, workByFirm } from "../../../platform/jobs/by-firm.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { lockForRequest } from "../awaited-documents.ts"
import { max_upload_bytes } from "../content-type.ts"
import { thumbnailContext } from "../thumbnails.ts"
import { type Quotas, requireCapacity } from "./quotas.ts"

export interface UnfinishedParts {
  db: Database
  ring: KeyRing
  files: FileStore
}

/** What the firm's software sends a file for: a requested document, an asset, or a document of this name. */
export interface FilePurpose {
  request_id?: string | undefined
  asset_id?: string | undefined
  label?: string | undefined
}

export interface UploadTarget extends FilePurpose {
  /** In hex. */
  sha256?: string | undefined
}

export interface UnfinishedUpload {
  firm_id: string
  id: string
  matter_id: string
  /** The upload page it was started on. */
  section_id: string
  path: string
  /** What the firm's software sends it for; null if a page does. */
  target: UploadTarget | null
  filename: string
  /** Size of the complete file in bytes. */
  size: number
  received_bytes: number
  /** The document it became once completely received. */
  document_id: string | null
  touched_at: Date
}

/** More than anyone needs at once, and less than would fill a disk. */
const max_promised_bytes = 20 * max_upload_bytes
const lifetime_ms = 24 * 3_600_000

/**
 * Starts an upload and returns its id. Throws "unprocessable" `too_many_uploads` when the matter's unfinished uploads
 * could exceed 2 GB, those of pages and those of the firm's software apart, and like `requireCapacity` and `lockForRequest`. The matter's lock makes its other uploads wait.
 */
export async function beginUpload(
  tx: Tx,
  { ring, config }: { ring: KeyRing; config: Quotas },
  announced: Pick<UnfinishedUpload, "matter_id" | "section_id" | "path" | "filename" | "size"> & {
    /** A small JPEG in base64. */
    thumbnail?: string | undefined
    target?: UploadTarget
  },
): Promise<string> {
  const { matter_id, section_id, path, filename, size, thumbnail, target } = announced
  await lockForRequest(tx, matter_id, path.split("/")[0] ?? null)
  const { promised } = await tx.one<{ promised: number }>(sql`
    select coalesce(sum(size), 0)::bigint as promised from unfinished_uploads
     where matter_id = ${matter_id} and document_id is null and (target is null) = ${!target} and ${isAlive(tx)}`)
  if (promised + size > max_promised_bytes) {
    const detail = "Too many uploads are unfinished. Finish or cancel some first."
    throw new Failure("unprocessable", "too_many_uploads", detail)
  }
  await requireCapacity(tx, config, matter_id, size)
  const id = newId("upload")
  await tx.run(sql`
    insert into unfinished_uploads (id, matter_id, section_id, path, target, filename_sealed, thumbnail_sealed, size, touched_at)
    values (${id}, ${matter_id}, ${section_id}, ${path}, ${target ? json(target) : null}, ${ring.seal(filename, contextOf(id))},
            ${thumbnail ? ring.seal(thumbnail, thumbnailContext(matter_id)) : null}, ${size}, ${tx.now})`)
  return id
}

/** The upload; undefined if it doesn't exist or has expired. */
export async function findUpload(tx: Tx, ring: KeyRing, id: string): Promise<UnfinishedUpload | undefined> {
  const row = await tx.maybe<Omit<UnfinishedUpload, "filename"> & { filename_sealed: string }>(sql`
    select firm_id, id, matter_id, section_id, path, target, filename_sealed, size, received_bytes, document_id, touched_at
      from unfinished_uploads where id = ${id} and ${isAlive(tx)}`)
  if (!row) return undefined
  const { filename_sealed, ...upload } = row
  return { ...upload, filename: ring.open(filename_sealed, contextOf(id)) }
}

/** Lets an upload wait another day: what sends it says that it is still wanted. */
export async function extendUpload(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update unfinished_uploads set touched_at = ${tx.now} where id = ${id}`)
}

/** Everything received so far, decrypted. Ends with the error of an unreadable part. */
export async function readParts(
  { db, ring, files }: UnfinishedParts,
  { firm_id, id }: Pick<UnfinishedUpload, "firm_id" | "id">,
): Promise<Readable> {
  const parts = await db.forFirm(firm_id, (tx) => listParts(tx, id))
  async function* content(): AsyncGenerator<Buffer> {
    for (const { key, wrapped_key } of parts) yield* await readEncrypted(files, ring, { key, wrapped_key })
  }
  return Readable.from(content(), { objectMode: false })
}

/**
 * The document an upload already became; null for none. Throws "conflict" `upload_moved` if the upload is gone. Locks the
 * upload: what becomes a document is not canceled meanwhile.
 */
export async function findReceived(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.maybe<{ document_id: string | null }>(
    sql`select document_id from unfinished_uploads where id = ${id} for update`,
  )
  if (!row) throw uploadGone()
  return row.document_id
}

export function uploadGone(): Failure {
  return conflict("upload_moved", "This upload no longer exists. Start it again.")
}

/** Records the document an upload became. Its parts may then be removed. */
export async function markReceived(tx: Tx, id: string, document_id: string): Promise<void> {
  await tx.run(
    sql`update unfinished_uploads set document_id = ${document_id}, touched_at = ${tx.now} where id = ${id}`,
  )
}

/** Permanently removes the parts of an upload from the store. */
export async function removeParts(parts: StoreParts, firm_id: string, id: string): Promise<void> {
  for (const { key } of await parts.db.forFirm(firm_id, (tx) => listParts(tx, id))) {
    await discardFile(parts, firm_id, key)
    await parts.db.forFirm(firm_id, (tx) => tx.run(sql`delete from unfinished_parts where file_key = ${key}`))
  }
}

/** Deletes an upload and its parts. */
export async function removeUpload(parts: StoreParts, firm_id: string, id: string): Promise<void> {
  await removeParts(parts, firm_id, id)
  await parts.db.forFirm(firm_id, (tx) => tx.run(sql`delete from unfinished_uploads where id = ${id}`))
}

/**
 * Deletes uploads untouched for a day or whose matter is gone, and the parts of completed uploads, for one firm or all.
 * Returns how many. Any number of processes may run it concurrently.
 */
export function sweepUploads(
  parts: StoreParts & ByFirmParts,
  of_firm: string | null = null,
): Promise<number> {
  return workByFirm(
    { ...parts, isNeedAway: isStoreAway },
    "an unfinished upload was not removed",
    (tx) =>
      tx.all<{ firm_id: string; id: string; is_saved: boolean }>(sql`
        select u.firm_id, u.id, u.document_id is not null and ${isAlive(tx)} and m.id is not null as is_saved
          from unfinished_uploads u left join matters m on m.firm_id = u.firm_id and m.id = u.matter_id
         where (${of_firm}::text is null or u.firm_id = ${of_firm})
           and (not ${isAlive(tx)} or m.id is null
                or (u.document_id is not null and exists (
                      select from unfinished_parts p where p.firm_id = u.firm_id and p.upload_id = u.id)))`),
    async ({ firm_id, id, is_saved }) => {
      await (is_saved ? removeParts : removeUpload)(parts, firm_id, id)
      return 1
    },
  )
}

export function listParts(tx: Tx, id: string): Promise<{ key: string; wrapped_key: string }[]> {
  return tx.all(sql`
    select file_key as key, wrapped_key from unfinished_parts where upload_id = ${id} order by starts_at`)
}

function isAlive(tx: Tx) {
  return sql`touched_at > ${later(tx.now, { ms: -lifetime_ms })}::timestamptz`
}

/** The context an unfinished upload's filename is sealed with. */
export function contextOf(id: string): string {
  return `unfinished_uploads:${id}`
}
