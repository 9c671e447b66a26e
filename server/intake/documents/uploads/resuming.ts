// Receives the bytes of an unfinished upload, and makes a document of it once it is complete.
import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import type { Identity } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { conflict, Failure } from "../../../platform/errors.ts"
import { writeEncrypted } from "../../../platform/files/encrypted-files.ts"
import { faultOf } from "../../../platform/files/read-stored-file.ts"
import { announceFile, discardQuietly } from "../../../platform/files/stored-files.ts"
import { max_upload_bytes } from "../content-type.ts"
import {
  findUpload,
  readParts,
  removeParts,
  removeUpload,
  type UnfinishedParts,
  type UnfinishedUpload,
  uploadGone,
} from "./unfinished-uploads.ts"

/** Buffered in memory until stored, so this is the most a broken connection or a killed process can lose. */
const part_bytes = 2 * 1024 * 1024

/** What tus 1.0 says in reply to OPTIONS. */
export const tusOptions = { "tus-version": "1.0.0", "tus-max-size": String(max_upload_bytes) }

/**
 * How much of an upload has arrived. Until its document is received, that stops one byte short, so that the sender sends
 * the last byte again and the server retries.
 */
export function offsetOf({ document_id, size, received_bytes }: UnfinishedUpload): number {
  return document_id === null ? Math.min(received_bytes, size - 1) : size
}

/**
 * Stores what arrives from `offset` on, and returns how much has arrived then. Throws "conflict" `upload_moved` if the
 * upload is elsewhere, "too large" for more bytes than announced, and the error of `source` after storing what came before.
 */
export async function appendStream(
  parts: UnfinishedParts,
  actor: Identity,
  upload: UnfinishedUpload,
  offset: number,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  if (offset !== offsetOf(upload)) throw uploadMoved()
  if (upload.received_bytes === upload.size) {
    for await (const _ of source);
    return upload.size
  }
  const pieces = piecesOf(source)
  let at = offset
  for await (const bytes of pieces.list) {
    if (at + bytes.length > upload.size) throw tooManyBytes()
    at = await appendPart(parts, actor, upload, at, bytes)
  }
  if (pieces.failure()) throw pieces.failure()
  return at
}

/**
 * Stores the bytes of an upload from `starts_at` and returns how many it has received then. Throws "conflict"
 * `upload_moved` when another part was received meanwhile, and drops the bytes.
 */
async function appendPart(
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
      if (moved === 0) throw uploadMoved()
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

/** Thrown for bytes that do not begin where an upload ends. */
function uploadMoved(): Failure {
  return conflict("upload_moved", "The upload goes on elsewhere. Ask where, and send from there.")
}

/** Thrown for more bytes than an upload was announced with. */
export function tooManyBytes(): Failure {
  const detail = "This is more than the size that the upload was created with. Create another one."
  return new Failure("too_large", "upload_too_long", detail)
}

/**
 * Lets `receive` make a document of a complete upload, unless it is one already. Throws what `receive` throws; the upload
 * is then gone, unless a retry may help.
 */
export async function finishUpload(
  parts: UnfinishedParts,
  firm_id: string,
  id: string,
  receive: (upload: UnfinishedUpload, source: Readable) => Promise<unknown>,
): Promise<void> {
  const find = () => parts.db.forFirm(firm_id, (tx) => findUpload(tx, parts.ring, id))
  const upload = await find()
  if (!upload || upload.document_id !== null) return
  try {
    await receive(upload, await readParts(parts, upload))
  } catch (error) {
    // Another node received the file first, or it was canceled, and the pieces this one was reading were removed.
    const now = await find()
    if (now?.document_id) return
    if (!now && faultOf(error) !== undefined) throw uploadGone()
    if (!isPassing(error)) await removeUpload(parts, firm_id, id)
    throw error
  }
  // The document is saved. The sweep removes any pieces left behind here.
  await removeParts(parts, firm_id, id).catch(() => undefined)
}

/** Whether a complete upload may be received later: nothing is wrong with it. */
export function isPassing(error: unknown): boolean {
  if (faultOf(error) !== undefined) return false
  return !(error instanceof Failure) || ["unavailable", "unauthenticated", "forbidden"].includes(error.kind)
}

/** Splits a stream into pieces to store. If the stream fails, yields what had arrived and then reports the error. */
function piecesOf(source: AsyncIterable<Buffer>) {
  let failure: unknown
  async function* list(): AsyncGenerator<Buffer> {
    let chunks: Buffer[] = []
    let bytes = 0
    try {
      for await (const chunk of source) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes < part_bytes) continue
        const piece = Buffer.concat(chunks, bytes)
        chunks = []
        bytes = 0
        yield piece
      }
    } catch (error) {
      failure = error
    }
    if (bytes > 0) yield Buffer.concat(chunks, bytes)
  }
  return { list: list(), failure: () => failure }
}
