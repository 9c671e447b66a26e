// Resumable uploads. Received bytes are in the store, encrypted like every file, and the record is in the database, so
// any node can continue where another stopped. No lock is held while bytes arrive: a part is stored first, and counts
// only if it starts exactly where the upload ends. Of two concurrent parts, one wins.
import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import type { Database, Identity } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import { readEncrypted, writeEncrypted } from "../../../platform/files/encrypted-files.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
import {
  announceFile,
  discardFile,
  discardQuietly,
  type StoreParts,
} from "../../../platform/files/stored-files.ts"
import { newId } from "../../../platform/ids.ts"
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

export interface UnfinishedUpload {
  firm_id: string
  id: string
  matter_id: string
  /** The upload page it was started on. */
  section_id: string
  path: string
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
 * could exceed 2 GB, and like `requireCapacity` and `lockForRequest`. The matter's lock makes its other uploads wait.
 */
export async function beginUpload(
  tx: Tx,
  { ring, config }: { ring: KeyRing; config: Quotas },
  announced: Pick<UnfinishedUpload, "matter_id" | "section_id" | "path" | "filename" | "size"> & {
    /** A small JPEG in base64. */
    thumbnail?: string | undefined
  },
): Promise<string> {
  const { matter_id, section_id, path, filename, size, thumbnail } = announced
  await lockForRequest(tx, matter_id, path.split("/")[0] ?? null)
  const { promised } = await tx.one<{ promised: number }>(sql`
    select coalesce(sum(size), 0)::bigint as promised from unfinished_uploads
     where matter_id = ${matter_id} and document_id is null and ${isAlive(tx)}`)
  if (promised + size > max_promised_bytes) {
    const detail = "Too many uploads are unfinished. Finish or cancel some first."
    throw new Failure("unprocessable", "too_many_uploads", detail)
  }
  await requireCapacity(tx, config, matter_id, size)
  const id = newId("upload")
  await tx.run(sql`
    insert into unfinished_uploads (id, matter_id, section_id, path, filename_sealed, thumbnail_sealed, size, touched_at)
    values (${id}, ${matter_id}, ${section_id}, ${path}, ${ring.seal(filename, contextOf(id))},
            ${thumbnail ? ring.seal(thumbnail, thumbnailContext(matter_id)) : null}, ${size}, ${tx.now})`)
  return id
}

/** The upload; undefined if it doesn't exist or has expired. */
export async function findUpload(tx: Tx, ring: KeyRing, id: string): Promise<UnfinishedUpload | undefined> {
  const row = await tx.maybe<Omit<UnfinishedUpload, "filename"> & { filename_sealed: string }>(sql`
    select firm_id, id, matter_id, section_id, path, filename_sealed, size, received_bytes, document_id, touched_at
      from unfinished_uploads where id = ${id} and ${isAlive(tx)}`)
  if (!row) return undefined
  const { filename_sealed, ...upload } = row
  return { ...upload, filename: ring.open(filename_sealed, contextOf(id)) }
}

/**
 * Stores the bytes of an upload from `starts_at` and returns how many it has received then. Throws "conflict"
 * `upload_moved` when another part was received meanwhile, and drops the bytes.
 */
export async function appendPart(
  { db, ring, files }: UnfinishedParts,
  actor: Identity,
  { id, matter_id }: UnfinishedUpload,
  starts_at: number,
  bytes: Buffer,
): Promise<number> {
  const { firm_id } = actor
  const key = `parts/${firm_id}/${id}/${starts_at}-${randomBytes(8).toString("hex")}`
  await db.forFirm(firm_id, (tx) => announceFile(tx, { key, purpose: "part", matter_id }))
  const received = starts_at + bytes.length
  try {
    const limits = { max_bytes: bytes.length }
    const { wrapped_key } = await writeEncrypted(files, ring, key, Readable.from([bytes]), limits)
    await db.forFirm(firm_id, async (tx) => {
      const moved = await tx.run(sql`
        update unfinished_uploads set received_bytes = ${received}, touched_at = ${tx.now}
         where id = ${id} and received_bytes = ${starts_at} and document_id is null`)
      if (moved === 0)
        throw new Failure("conflict", "upload_moved", "Another request moved this upload. Check its offset.")
      await tx.run(sql`
        insert into unfinished_parts (matter_id, upload_id, starts_at, size, file_key, wrapped_key)
        values (${matter_id}, ${id}, ${starts_at}, ${bytes.length}, ${key}, ${wrapped_key})`)
    })
  } catch (error) {
    // While the outcome is unknown, the bytes stay: if no row was created, the sweep removes them.
    if (!(error instanceof Failure && error.kind === "unavailable"))
      await discardQuietly({ db, files }, firm_id, key)
    throw error
  }
  return received
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
 * The document an upload already became; null for none. Throws "conflict" `upload_moved` if the upload is gone. Call it
 * with the matter locked.
 */
export async function findReceived(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.maybe<{ document_id: string | null }>(
    sql`select document_id from unfinished_uploads where id = ${id}`,
  )
  if (!row) throw new Failure("conflict", "upload_moved", "This upload no longer exists. Start it again.")
  return row.document_id
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
export async function sweepUploads(parts: StoreParts, of_firm?: string): Promise<number> {
  const due = await parts.db.forPlatform((tx) =>
    tx.all<{ firm_id: string; id: string; is_saved: boolean }>(sql`
      select u.firm_id, u.id, u.document_id is not null and ${isAlive(tx)} and m.id is not null as is_saved
        from unfinished_uploads u left join matters m on m.firm_id = u.firm_id and m.id = u.matter_id
       where (${of_firm ?? null}::text is null or u.firm_id = ${of_firm ?? null})
         and (not ${isAlive(tx)} or m.id is null
              or (u.document_id is not null and exists (
                    select from unfinished_parts p where p.firm_id = u.firm_id and p.upload_id = u.id)))`),
  )
  for (const { firm_id, id, is_saved } of due) {
    if (is_saved) await removeParts(parts, firm_id, id)
    else await removeUpload(parts, firm_id, id)
  }
  return due.length
}

function listParts(tx: Tx, id: string): Promise<{ key: string; wrapped_key: string }[]> {
  return tx.all(sql`
    select file_key as key, wrapped_key from unfinished_parts where upload_id = ${id} order by starts_at`)
}

function isAlive(tx: Tx) {
  return sql`touched_at > ${new Date(tx.now.getTime() - lifetime_ms)}::timestamptz`
}

/** The context an unfinished upload's filename is sealed with. */
export function contextOf(id: string): string {
  return `unfinished_uploads:${id}`
}
