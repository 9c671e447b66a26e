// Receiving and removing files. An upload is checked, then streamed into the store outside of any transaction, then
// written down: a failure at any point leaves nothing that can be seen, and what it left in the store is swept.
import type { Readable } from "node:stream"
import { pipeline } from "node:stream"
import { type Edit, recordChanges } from "../matters/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { Database, Identity, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { conflict, Failure, found } from "../platform/errors.ts"
import { FileTooLarge, type WrittenFile, writeEncrypted } from "../platform/files/encrypted_files.ts"
import type { FileStore } from "../platform/files/file_store.ts"
import { announceFile, discardQuietly } from "../platform/files/stored_files.ts"
import { keepEnds } from "../platform/files/stream_ends.ts"
import { newId } from "../platform/ids.ts"
import { enqueue } from "../platform/jobs/queue.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import { accepted_extensions, inspection_bytes, inspectUpload, max_upload_bytes } from "./content_type.ts"
import { cleanFilename, extensionOf } from "./filename.ts"
import { findTwin } from "./twins.ts"
import { UploadRefused } from "./upload_refused.ts"
import { checkTarget, isSubmitted, type Target } from "./upload_target.ts"

export interface UploadParts {
  db: Database
  ring: KeyRing
  files: FileStore
}

export type NewUpload = Target & {
  filename: string
  source: Readable
}

export interface ReceivedDocument {
  document_id: string
  filename: string
  size: number
  content_type: string
}

/**
 * Takes in one file for a document request or an asset. Throws `UploadRefused` for a file that is not taken, "bad
 * request" and "not found" for a target that is none, "conflict" when the matter may not be edited or the request
 * has its one file already. `source` is always consumed or destroyed.
 */
export async function receiveDocument(
  { db, ring, files }: UploadParts,
  actor: Identity,
  { source, filename: name, ...target }: NewUpload,
): Promise<ReceivedDocument> {
  const filename = cleanFilename(name)
  // A source may break before anybody reads it. Reading it tells; an error that nobody hears ends the process.
  source.on("error", () => undefined)
  const document_id = newId(target.asset_id === undefined ? "document" : "financial_document")
  const file_key = fileKeyOf(actor.firm_id, document_id)
  try {
    await db.forFirm(
      actor.firm_id,
      async (tx) => {
        await checkEarly(tx, target, filename)
        await announceFile(tx, { key: file_key, purpose: "document", matter_id: target.matter_id })
      },
      actor,
    )
  } catch (error) {
    source.resume()
    throw error
  }
  const discard = () => discardQuietly({ db, files }, actor.firm_id, file_key)
  const { content_type, ...file } = await storeInspected({ ring, files }, file_key, filename, source).catch(
    async (error: unknown) => {
      await discard()
      throw error
    },
  )
  try {
    const stored_id = await db.forFirm(
      actor.firm_id,
      (tx) => insertDocument(tx, target, { document_id, filename, content_type, ...file }),
      actor,
    )
    if (stored_id !== document_id) await discard()
    return { document_id: stored_id, filename, size: file.size, content_type }
  } catch (error) {
    // While the outcome is unknown the bytes must stay: a row without them would be worse than bytes without a row.
    const isUndone = !(error instanceof Failure && error.kind === "unavailable")
    if (isUndone) await discard()
    throw error
  }
}

/** A form sent twice is no second file; whether it was, its content tells. */
async function checkEarly(tx: Tx, target: Target, filename: string): Promise<void> {
  if (!(await findTwin(tx, target, { filename }))) await checkTarget(tx, target)
  await refuseByName(filename)
}

/** Where the bytes of a document lie. */
export function fileKeyOf(firm_id: string, document_id: string): string {
  return `documents/${firm_id}/${document_id}`
}

async function refuseByName(filename: string): Promise<void> {
  if (accepted_extensions.includes(`.${extensionOf(filename)}`)) return
  await inspectOrRefuse({ filename, size: 1, head: Buffer.alloc(1), tail: Buffer.alloc(1) })
}

async function storeInspected(
  { ring, files }: Pick<UploadParts, "ring" | "files">,
  file_key: string,
  filename: string,
  source: Readable,
): Promise<WrittenFile & { content_type: string }> {
  const watched = keepEnds(inspection_bytes)
  const limits = { max_bytes: max_upload_bytes }
  // Each end hears of the other's failure through the pipeline; the outcome itself is the writer's.
  pipeline(source, watched.stream, () => undefined)
  try {
    const file = await writeEncrypted(files, ring, file_key, watched.stream, limits)
    const content_type = await inspectOrRefuse({ filename, ...watched.ends() })
    return { ...file, content_type }
  } catch (error) {
    if (error instanceof FileTooLarge) {
      await inspectOrRefuse({
        filename,
        size: max_upload_bytes + 1,
        head: Buffer.alloc(0),
        tail: Buffer.alloc(0),
      })
    }
    throw error
  }
}

async function inspectOrRefuse(upload: Parameters<typeof inspectUpload>[0]): Promise<string> {
  const inspection = await inspectUpload(upload)
  if (!inspection.accepted) throw new UploadRefused(inspection)
  return inspection.content_type
}

type StoredFile = WrittenFile & { document_id: string; filename: string; content_type: string }

/** Returns the id under which the file is stored: its own, or that of the same file sent a moment ago. */
async function insertDocument(tx: Tx, target: Target, file: StoredFile): Promise<string> {
  await lockForEditing(tx, target.matter_id)
  const twin = await findTwin(tx, target, file)
  if (twin) return twin
  await checkTarget(tx, target)
  const { matter_id, request_id = null, asset_id = null, replaces } = target
  if (replaces !== undefined) await markRemoved(tx, matter_id, replaces)
  await tx.run(sql`
    insert into documents (id, matter_id, request_id, asset_id, filename, size, content_type, sha256, file_key,
                           wrapped_key, uploaded_at)
    values (${file.document_id}, ${matter_id}, ${request_id}, ${asset_id}, ${file.filename}, ${file.size},
            ${file.content_type}, ${file.sha256}, ${file.key}, ${file.wrapped_key}, ${tx.now})`)
  await recordFile(tx, matter_id, file.document_id, null, file.filename)
  return file.document_id
}

/**
 * Takes a file away; its bytes go soon after the transaction commits. Throws "not found", and "conflict" when the
 * matter may not be edited or a client, or staff for the client, wants to take back what was submitted.
 */
export async function removeDocument(tx: Tx, document_id: string): Promise<void> {
  const { matter_id } = found(
    await tx.maybe<{ matter_id: string }>(
      sql`select matter_id from documents where id = ${document_id} and removed_at is null`,
    ),
  )
  await lockForEditing(tx, matter_id)
  if (await isSubmitted(tx, document_id)) {
    const { is_client } = await tx.one<{ is_client: boolean }>(sql`
      select current_matter() is not null
             or coalesce((select is_client_user from users where id = current_actor()), false) as is_client`)
    const detail = "This file was part of what was submitted, so it stays. Upload a newer one beside it."
    if (is_client) throw conflict("document_submitted", detail)
  }
  await markRemoved(tx, matter_id, document_id)
}

async function markRemoved(tx: Tx, matter_id: string, document_id: string): Promise<void> {
  const { filename } = await tx.one<{ filename: string }>(sql`
    update documents set removed_at = ${tx.now}
     where id = ${document_id} and matter_id = ${matter_id} and removed_at is null returning filename`)
  await recordFile(tx, matter_id, document_id, filename, null)
  await enqueue(tx, "sweep-files", {})
}

async function recordFile(
  tx: Tx,
  matter_id: string,
  document_id: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  const edit: Edit = { field: "filename", value: after }
  await recordChanges(tx, matter_id, document_id, { filename: before }, [edit])
}
