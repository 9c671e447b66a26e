// Accepting a file, among the documents or in the review, is the same acknowledgement. A file's content never changes, so
// it stays accepted until staff return it: see the view document_states.
import { recordEvents } from "../../../firm/events/events.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { idPrefixes } from "../../../platform/ids.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import {
  reopenCorrectionsOfFiles,
  resolveCorrectionsOfFiles,
} from "../../corrections/corrections-of-files.ts"
import { lockForEditing, requireOpen } from "../../matters/editing.ts"
import { type MatterRow, subjectOf } from "../../matters/matter-row.ts"
import { loadMatter } from "../loaded-matter.ts"
import { areAllSeen, stepsOf } from "./seen-changes.ts"
import {
  hasOpenCorrections,
  placeOf,
  purpose,
  recordSeen,
  type SeenFile,
  type Signable,
  signedOf,
} from "./seen-marks.ts"
import { recordSeenUntil } from "./unseen-matters.ts"

/** The file that a line of the review is about; undefined for everything else. */
export function fileIdOf({ record_key }: Pick<Signable, "record_key">): string | undefined {
  return /^(?:financial_)?documents (document_[A-Z0-9]+)$/.exec(record_key)?.[1]
}

/** The line of the review about a file. A file is compared by its id alone, so its content is always the same. */
function lineOf(document_id: string): Signable {
  const part = document_id.startsWith(idPrefixes.financial_document) ? "financial_documents" : "documents"
  return { record_key: `${part} ${document_id}`, field: "", state: "[]" }
}

interface FileRow extends SeenFile {
  correction_id: string | null
  returned_at: Date | null
}

/** Locks the matter. Throws "not found", and "conflict" for a closed matter and a file the client has replaced. */
export async function lockFile(
  tx: Tx,
  matter_id: string,
  document_id: string,
): Promise<FileRow & { matter: MatterRow }> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter, "its documents stay as they are")
  const replaced = await tx.maybe(sql`
    select from documents where matter_id = ${matter_id} and replaces = ${document_id} and removed_at is null`)
  if (replaced)
    throw conflict(
      "document_replaced",
      "The client has sent another file in place of this one. Look at that one.",
    )
  const row = await tx.one<FileRow>(sql`
    select id, state, correction_id, returned_at, ${hasOpenCorrections(matter_id)} as has_corrections
      from document_states where matter_id = ${matter_id} and id = ${document_id}`)
  return { matter, ...row }
}

/** Accepts a file, which ends the corrections of it; returns whether it was not accepted before. Throws like `lockFile`. */
export async function acceptFile(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  document_id: string,
): Promise<boolean> {
  const { matter, ...file } = await lockFile(tx, matter_id, document_id)
  if (file.state === "accepted") return false
  const line = lineOf(document_id)
  const { place, text } = signedOf(matter_id, line)
  await noteAccepted(tx, matter, [file])
  const mark = ring.sign(text, purpose)
  const known = await recordSeen(tx, ring, matter_id, [{ place, mark, seen_until: tx.now }])
  if (known === "unseen" && (await areAllSeen(stepsOf(tx, ring, loadMatter(tx, ring, matter_id)).steps)))
    await recordSeenUntil(tx, matter_id, true)
  return true
}

/** Takes an acceptance back; a correction that it ended is open again. Throws like `lockFile`. */
export async function takeAcceptanceBack(tx: Tx, matter_id: string, document_id: string): Promise<void> {
  const { state } = await lockFile(tx, matter_id, document_id)
  if (state !== "accepted") return
  const rows = await tx.all<{ seen_at: Date }>(sql`
    delete from seen_changes where matter_id = ${matter_id} and place = ${placeOf(lineOf(document_id))} returning seen_at`)
  for (const { seen_at } of rows) await reopenCorrectionsOfFiles(tx, matter_id, [document_id], seen_at)
}

/** Ends the corrections of files that staff accept, and records the events; `accepted` as they were before. */
export async function noteAccepted(tx: Tx, matter: MatterRow, accepted: readonly SeenFile[]): Promise<void> {
  const fresh = accepted.filter(({ state }) => state === "received" || state === "returned")
  if (fresh.length === 0) return
  const files = fresh.map(({ id }) => id)
  if (fresh[0]?.has_corrections) await resolveCorrectionsOfFiles(tx, matter.id, files)
  const event = { event_type: "document.accepted", matter: subjectOf(matter) } as const
  await recordEvents(
    tx,
    files.map(() => event),
  )
}
