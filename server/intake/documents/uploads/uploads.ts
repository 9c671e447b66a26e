// Receives and removes files. An upload is checked, streamed into the store outside any transaction, and then recorded.
// A failure at any point leaves nothing visible, and the sweep removes what is left in the store.
import type { Readable } from "node:stream"
import { recordEvent } from "../../../firm/events/events.ts"
import type { Database, Identity } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import type { WrittenFile } from "../../../platform/files/encrypted-files.ts"
import { announceFile, discardQuietly } from "../../../platform/files/stored-files.ts"
import { newId } from "../../../platform/ids.ts"
import { sinceSubmission } from "../../matters/changes/changes.ts"
import { getMatterRow, subjectOf } from "../../matters/matter-row.ts"
import { cleanFilename } from "../filename.ts"
import { copyThumbnail } from "../thumbnails.ts"
import { findDuplicate } from "./duplicates.ts"
import { type InspectingParts, recordInfection, refuseUnseen, storeInspected } from "./inspected-storage.ts"
import { notifyOfLateFile } from "./late-files.ts"
import { type Quotas, requireCapacity } from "./quotas.ts"
import { markRemoved, recordFile } from "./removal.ts"
import { findReceived, markReceived } from "./unfinished-uploads.ts"
import { checkTarget, lockForTarget, type Target } from "./upload-target.ts"

export interface UploadParts extends InspectingParts {
  db: Database
  /** Storage limits. */
  config: Quotas
}

export type NewUpload = Target & {
  filename: string
  source: Readable
  /** The unfinished upload this completes. It becomes one document, however many requests complete it concurrently. */
  upload_id?: string
}

export interface ReceivedDocument {
  document_id: string
  filename: string
  size: number
  content_type: string
}

/**
 * Receives one file for a document request, an asset or an unsent message. Throws `UploadRefused` for an unaccepted
 * file, "bad request" and "not found" for an unknown target, and "conflict" when the matter may not be edited or the
 * request already has its one file. `source` is always consumed or destroyed.
 */
export function receiveDocument(
  parts: UploadParts,
  actor: Identity,
  { source, filename, upload_id, ...target }: NewUpload,
): Promise<ReceivedDocument> {
  const { matter_id, asset_id } = target
  const file = { matter_id, asset_id, source, filename, upload_id }
  return receiveFile(parts, actor, file, {
    check: (tx, name) => checkEarly(tx, target, name),
    record: (store) => parts.db.forFirm(actor.firm_id, (tx) => store(tx, target), actor),
  })
}

/** What happens to a file before its bytes are read, and once they are stored. */
export interface Receiving {
  check: (tx: Tx, filename: string) => Promise<void>
  /** Opens the transaction that stores the row, and returns what `store` does: the id of the document. */
  record: (store: (tx: Tx, target: Target) => Promise<string>, file: WrittenFile) => Promise<string>
}

/** Like `receiveDocument`, for a target that is known only once the file is recorded. */
export async function receiveFile(
  { db, ring, files, scanner, config }: UploadParts,
  actor: Identity,
  upload: Omit<NewUpload, keyof Target> & Pick<Target, "matter_id" | "asset_id">,
  { check, record }: Receiving,
): Promise<ReceivedDocument> {
  const { matter_id, asset_id, source, upload_id } = upload
  const sent_name = cleanFilename(upload.filename)
  // A source may fail before it is read. Reading reports the error; without a listener it would end the process.
  source.on("error", () => undefined)
  const document_id = newId(asset_id === undefined ? "document" : "financial_document")
  const file_key = fileKeyOf(actor.firm_id, document_id)
  try {
    await db.forFirm(
      actor.firm_id,
      async (tx) => {
        await check(tx, sent_name)
        await requireCapacity(tx, config, matter_id, 1, upload_id)
        await announceFile(tx, { key: file_key, purpose: "document", matter_id })
      },
      actor,
    )
  } catch (error) {
    source.resume()
    throw error
  }
  const discard = () => discardQuietly({ db, files }, actor.firm_id, file_key)
  const sent = { filename: sent_name, source, sender: actor }
  const storing = storeInspected({ ring, files, scanner }, file_key, sent)
  const { content_type, filename, ...file } = await storing.catch(async (error: unknown) => {
    if (!isUnavailable(error)) await discard()
    throw await recordInfection(db, actor, { filename: sent_name, matter_id }, error)
  })
  try {
    const stored_id = await record(
      (tx, target) =>
        recordDocument(tx, config, target, { document_id, filename, content_type, ...file }, upload_id),
      file,
    )
    if (stored_id !== document_id) await discard()
    return { document_id: stored_id, filename, size: file.size, content_type }
  } catch (error) {
    // While the outcome is unknown, the bytes must stay: a row without bytes would be worse than bytes without a row.
    if (!isUnavailable(error)) await discard()
    throw error
  }
}

/** An unavailable store cannot remove anything either; the sweep removes the rest. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.kind === "unavailable"
}

/** A form submitted twice adds no second file; its content decides later whether it was the same one. */
export async function checkEarly(tx: Tx, target: Target, filename: string): Promise<void> {
  if (!(await findDuplicate(tx, target, { filename }))) await checkTarget(tx, target)
  await refuseUnseen(filename)
}

/** The store's key for the bytes of a document. */
export function fileKeyOf(firm_id: string, document_id: string): string {
  return `documents/${firm_id}/${document_id}`
}

type StoredFile = WrittenFile & { document_id: string; filename: string; content_type: string }

/** Returns the id under which the file is stored: another one if a concurrent request completed the same upload. */
async function recordDocument(
  tx: Tx,
  quotas: Quotas,
  target: Target,
  file: StoredFile,
  upload_id: string | undefined,
): Promise<string> {
  await lockForTarget(tx, target)
  if (upload_id === undefined) return insertDocument(tx, quotas, target, file)
  const received = await findReceived(tx, upload_id)
  if (received !== null) return received
  const document_id = await insertDocument(tx, quotas, target, file, upload_id)
  await copyThumbnail(tx, upload_id, document_id)
  await markReceived(tx, upload_id, document_id)
  return document_id
}

/** Returns the id under which the file is stored: its own, or that of the same file received within the last minute. */
async function insertDocument(
  tx: Tx,
  quotas: Quotas,
  target: Target,
  file: StoredFile,
  upload_id?: string,
): Promise<string> {
  const duplicate = await findDuplicate(tx, target, file)
  if (duplicate) return duplicate
  await requireCapacity(tx, quotas, target.matter_id, file.size, upload_id)
  const replaced = await checkTarget(tx, target)
  const { matter_id, request_id = null, asset_id = null, message_id = null } = target
  if (replaced && !replaced.is_fixed) await markRemoved(tx, matter_id, replaced.id)
  await tx.run(sql`
    insert into documents (id, matter_id, request_id, asset_id, message_id, is_unsent, replaces, filename, size,
                           content_type, sha256, file_key, wrapped_key, uploaded_at)
    values (${file.document_id}, ${matter_id}, ${request_id}, ${asset_id}, ${message_id}, ${message_id !== null},
            ${replaced?.id ?? null}, ${file.filename}, ${file.size}, ${file.content_type}, ${file.sha256}, ${file.key}, ${file.wrapped_key},
            ${sinceSubmission(tx, matter_id)})`)
  // An attachment is not part of the intake; its message announces it.
  if (message_id !== null) return file.document_id
  await recordFile(tx, { matter_id, request_id, document_id: file.document_id }, null, file.filename)
  await recordEvent(tx, "document.added", subjectOf(await getMatterRow(tx, matter_id)))
  await notifyOfLateFile(tx, { matter_id, request_id, document_id: file.document_id })
  return file.document_id
}
