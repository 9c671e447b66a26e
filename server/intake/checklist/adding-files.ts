// Files that do not come from a client's own pages: staff add those that came by email or on paper, and the firm's
// software those it has. They show in the portal with the name of the member of staff.
import type { Readable } from "node:stream"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { Identity } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badField, Failure } from "../../platform/errors.ts"
import type { WrittenFile } from "../../platform/files/encrypted-files.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { resolveCorrectionsOfFiles } from "../corrections/corrections-of-files.ts"
import { getDocument } from "../documents/documents.ts"
import { cleanFilename, stemOf } from "../documents/filename.ts"
import { refuseUnseen } from "../documents/uploads/inspected-storage.ts"
import type { FilePurpose } from "../documents/uploads/unfinished-uploads.ts"
import type { Target } from "../documents/uploads/upload-target.ts"
import {
  checkEarly,
  type ReceivedDocument,
  receiveFile,
  type UploadParts,
} from "../documents/uploads/uploads.ts"
import { lockForEditing, requireOpen } from "../matters/editing.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { listRequestAnswers } from "../submissions/missing/open-items.ts"
import { addOwnDocument } from "./own-documents.ts"

export interface AddedFile extends FilePurpose {
  matter_id: string
  filename: string
  source: Readable
  upload_id?: string
}

/** Opens the transaction in which the file is recorded; returns what `work` does. */
export type RecordIn = (work: (tx: Tx) => Promise<string>, file: WrittenFile) => Promise<string>

/**
 * Adds a file as `receiveDocument` does. Without a request or an asset, it is a document of its own: of that label, or of
 * the file's name. Throws "conflict" for a closed matter. `is_repeated` leaves it to `recordIn` to say what came of it.
 */
export function addFile(
  parts: UploadParts,
  actor: Identity,
  { source, filename, upload_id, ...sent }: AddedFile,
  recordIn: RecordIn = (work) => parts.db.forFirm(actor.firm_id, work, actor),
  is_repeated = false,
): Promise<ReceivedDocument> {
  const { matter_id, asset_id } = sent
  const file = { matter_id, asset_id, source, filename, ...(upload_id && { upload_id }) }
  return receiveFile(parts, actor, file, {
    check: async (tx, name) => {
      if (!is_repeated) await checkFile(tx, matter_id, { ...sent, filename: name })
    },
    record: (store, written) =>
      recordIn(async (tx) => {
        const named = { ...sent, filename: cleanFilename(filename) }
        const target = (await findTarget(tx, matter_id, named)) ?? {
          matter_id,
          request_id: await addOwnDocument(tx, matter_id, labelOf(named)),
        }
        const document_id = await store(tx, target)
        await resolveCorrectionsOfFiles(tx, matter_id, [document_id])
        return document_id
      }, written),
  })
}

/** Refuses before its bytes arrive what could not be added. Throws as `findTarget` does, and for an unsuitable name. */
export async function checkFile(
  tx: Tx,
  matter_id: string,
  file: FilePurpose & { filename: string },
): Promise<void> {
  const target = await findTarget(tx, matter_id, file)
  await (target ? checkEarly(tx, target, file.filename) : refuseUnseen(file.filename))
}

/**
 * Locks the matter and finds what a file is for; undefined if its document is not requested yet. Throws "not found",
 * "bad request", and "conflict" for a closed matter.
 */
async function findTarget(
  tx: Tx,
  matter_id: string,
  { request_id, asset_id, ...own }: FilePurpose & { filename: string },
): Promise<Target | undefined> {
  requireOpen(await lockForEditing(tx, matter_id), "it takes no more files")
  if (request_id !== undefined && asset_id !== undefined)
    throw badField(
      "asset_id",
      "not_accepted",
      "A file is for a request or for an asset. Send one of the two.",
    )
  if (request_id !== undefined) {
    const { definition, visible, alone, visible_alone_clients: clients } = await readVisibility(tx, matter_id)
    const items = listRequestAnswers(definition, visible, { alone, clients }, new Map())
    const item = items.find(({ id }) => id === request_id)
    if (!item) throw badField("request_id", "unknown_value", "The matter does not request this document now.")
    if (item.sender !== null)
      throw badField(
        "request_id",
        "unknown_value",
        "Each client sends this document separately. Use a label.",
      )
    return { matter_id, request_id }
  }
  if (asset_id !== undefined) {
    const asset = await tx.maybe(sql`select from assets where id = ${asset_id} and matter_id = ${matter_id}`)
    if (!asset) throw badField("asset_id", "unknown_value", "There is no such asset in this matter.")
    return { matter_id, asset_id }
  }
  const label = labelOf(own)
  const request = await tx.maybe<{ id: string }>(sql`
    select id from document_requests
     where matter_id = ${matter_id} and label = ${label} and contact_id = '' and withdrawn_at is null
     order by id limit 1`)
  return request && { matter_id, request_id: request.id }
}

function labelOf({ label = "", filename }: FilePurpose & { filename: string }): string {
  return label.trim() || stemOf(filename)
}

/** Records the file and who added it. Throws "unprocessable" if it is not the one that was promised. */
export async function recordAdded(
  tx: Tx,
  ring: KeyRing,
  {
    work,
    written,
    sha256,
  }: { work: (tx: Tx) => Promise<string>; written: Parameters<RecordIn>[1]; sha256: string | undefined },
) {
  if (sha256 !== undefined && sha256.toLowerCase() !== written.sha256.toString("hex"))
    throw new Failure(
      "unprocessable",
      "checksum_mismatch",
      "What arrived is not the file of this SHA-256. Send it again.",
    )
  const document = await getDocument(tx, ring, await work(tx))
  const { matter_id, document_id: record_id, filename: label } = document
  // The same file sent twice is added once.
  if (written.key.endsWith(record_id))
    await recordByKey(tx, "documents_added", { matter_id, record_id, label })
  return document
}

/** Whom a file comes from, by the key. */
export function readActor(tx: Tx): Promise<Identity> {
  return tx.one(sql`select current_firm() as firm_id, current_actor() as user_id`)
}
