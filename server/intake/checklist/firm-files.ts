// Files that the firm added, its staff or its software: staff remove a wrong one, in any state, and restore it until its
// bytes are swept. What was submitted with it still says that it existed.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict, notFound } from "../../platform/errors.ts"
import { reopenCorrectionsOfFiles, resolveCorrectionsOfFiles } from "../corrections/corrections-of-files.ts"
import type { MatterFile } from "../documents/matter-files.ts"
import { isFromFirm, markRemoved, markRestored } from "../documents/uploads/removal.ts"
import { lockForEditing, requireOpen } from "../matters/editing.ts"
import { findHold } from "../matters/holds.ts"
import { restoreOwnDocument, withdrawOwnDocument } from "./own-documents.ts"

export interface FirmFile {
  id: string
  matter_id: string
  request_id: string | null
  asset_id: string | null
  filename: string
  uploaded_at: Date
  is_removed: boolean
  /** As in `document_states`; null once it is removed. */
  state: MatterFile["state"] | null
  correction_id: string | null
}

/**
 * Locks the matter and reads a file of the firm's, removed or not. Throws "not found", and "conflict" for a closed matter,
 * a client's file, and one that is gone for good.
 */
export async function lockFirmFile(tx: Tx, matter_id: string, document_id: string): Promise<FirmFile> {
  requireOpen(await lockForEditing(tx, matter_id), "its documents stay as they are")
  const file = await tx.maybe<FirmFile & { is_from_firm: boolean }>(sql`
    select d.id, d.matter_id, d.request_id, d.asset_id, d.filename, d.uploaded_at, d.removed_at is not null as is_removed,
           s.state, s.correction_id,
           ${isFromFirm} as is_from_firm
      from documents d left join document_states s on s.id = d.id
     where d.matter_id = ${matter_id} and d.id = ${document_id} and d.message_id is null`)
  if (!file) throw await whyGone(tx, matter_id, document_id)
  if (!file.is_from_firm)
    throw conflict("document_of_client", "A client added this file, so it stays. Return it and say why.")
  return file
}

async function whyGone(tx: Tx, matter_id: string, document_id: string) {
  const known = await tx.maybe(sql`
    select from changes where matter_id = ${matter_id} and record_id = ${document_id} limit 1`)
  return known
    ? conflict("document_removed", "This file was removed a while ago and can’t be restored. Add it again.")
    : notFound()
}

/**
 * Removes the file, and the document of the firm's own that it was the last file of. What it ended is open again. Throws
 * "conflict" for a matter on legal hold, which only restores files.
 */
export async function removeFirmFile(tx: Tx, file: FirmFile): Promise<void> {
  const { id, matter_id, request_id, uploaded_at } = file
  if (await findHold(tx, matter_id))
    throw conflict("matter_held", "This matter is on legal hold, so its files stay. Release it first.")
  await reopenCorrectionsOfFiles(tx, matter_id, [id], uploaded_at)
  await markRemoved(tx, matter_id, id)
  if (request_id !== null) await withdrawOwnDocument(tx, matter_id, request_id)
}

/** Undoes that. Throws "conflict" if another file has come in its place, or its asset was removed. */
export async function restoreFirmFile(tx: Tx, file: FirmFile): Promise<void> {
  const { id, matter_id, request_id, asset_id, uploaded_at } = file
  if (request_id !== null) {
    await restoreOwnDocument(tx, matter_id, request_id)
    await markRestored(tx, { matter_id, request_id }, id)
  } else if (asset_id !== null) await markRestored(tx, { matter_id, asset_id }, id)
  else throw conflict("asset_removed", "The asset of this file was removed, so the file can’t be restored.")
  await resolveCorrectionsOfFiles(tx, matter_id, [id], uploaded_at)
}
