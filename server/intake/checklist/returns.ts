// Returning a file asks the client for another one, as a correction of it: the client sees the reason at once, also after
// submitting, and gets an email a while later unless staff have taken the return back by then.
import type { Tx } from "../../platform/db/database.ts"
import { conflict } from "../../platform/errors.ts"
import { withdrawCorrection } from "../corrections/corrections.ts"
import { reopenCorrectionsOfFiles, resolveCorrectionsOfFiles } from "../corrections/corrections-of-files.ts"
import { collectCorrection, requestCorrections } from "../corrections/requests.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { mailReturnsLater } from "../matters/invitations/waiting-emails.ts"
import { lockFile } from "../submissions/review/file-acceptance.ts"

export interface FileReturn {
  /** The reason, for the client: 1–1,000 characters. */
  words: string
  /** Reopens the matter for the client if the client may no longer edit. */
  let_edit?: boolean
}

/**
 * Returns a file to the client. Throws "not found", "bad request" for a reason of the wrong length, and "conflict" for a
 * file that is returned already or was replaced, and for a matter that is closed or not started.
 */
export async function returnFile(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  document_id: string,
  { words, let_edit = false }: FileReturn,
): Promise<void> {
  const { state } = await lockFile(tx, matter_id, document_id)
  if (state === "returned")
    throw conflict(
      "document_returned",
      "This file is returned already. Take that back first to change the reason.",
    )
  const about = { kind: "document", record_id: document_id, about: null } as const
  const id = await collectCorrection(tx, matter_id, { ...about, words })
  await resolveCorrectionsOfFiles(tx, matter_id, [document_id])
  await requestCorrections(tx, parts, matter_id, { invitation_ids: [], let_edit, ids: [id] })
  await mailReturnsLater(tx, matter_id)
}

/** Takes a return back; the file, and the corrections that it ended, are then what they were before. Throws like `lockFile`. */
export async function takeReturnBack(tx: Tx, matter_id: string, document_id: string): Promise<void> {
  const { state, correction_id, returned_at } = await lockFile(tx, matter_id, document_id)
  if (state !== "returned" || !correction_id || !returned_at) return
  await withdrawCorrection(tx, matter_id, correction_id)
  await reopenCorrectionsOfFiles(tx, matter_id, [document_id], returned_at)
}
