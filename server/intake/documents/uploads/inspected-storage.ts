import type { Readable } from "node:stream"
import { PassThrough, pipeline } from "node:stream"
import { buffer } from "node:stream/consumers"
import { uploadFaults } from "../../../definition/faults/upload-faults.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import type { Database, Identity } from "../../../platform/db/database.ts"
import {
  FileTooLarge,
  readEncrypted,
  type WrittenFile,
  writeEncrypted,
} from "../../../platform/files/encrypted-files.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
import { keepEnds } from "../../../platform/files/stream-ends.ts"
import { type Scanner, TooLargeToScan, VirusFound } from "../../../platform/files/virus-scanner.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import {
  accepted_extensions,
  type Inspection,
  inspection_bytes,
  inspectUpload,
  max_upload_bytes,
} from "../content-type.ts"
import { hasAcceptedExtension, withExtension } from "../filename.ts"
import type { Upload } from "../formats/upload.ts"
import { UploadRefused } from "./upload-refused.ts"

export interface InspectingParts {
  ring: KeyRing
  files: FileStore
  /** Scans every file before anyone can see it; undefined when none is configured. */
  scanner?: Scanner | undefined
}

/** Throws `UploadRefused` for an unaccepted extension or size in bytes, before any are sent. */
export async function refuseUnseen(filename: string, size = 1): Promise<void> {
  const isAccepted = hasAcceptedExtension(filename, accepted_extensions)
  if (isAccepted && size > 0 && size <= max_upload_bytes) return
  await inspectOrRefuse({ ...unseen, filename, size })
}

/** The refusal of a file that only a scanner can judge. */
function refusalFor(code: "infected" | "unscannable"): UploadRefused {
  return new UploadRefused({ accepted: false, code, message: uploadFaults[code] })
}

/**
 * For an infected file, records it in the audit log and returns the refusal; returns any other error unchanged. Staff
 * of the matter see the entry: the sender's device may need help.
 */
export async function recordInfection(
  db: Database,
  actor: Identity,
  { filename, matter_id }: { filename: string; matter_id?: string },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof VirusFound)) return error
  const label = `${filename}: ${error.signature}`
  await db.forFirm(actor.firm_id, (tx) => recordAudit(tx, "file_infected", { matter_id, label }), actor)
  return refusalFor("infected")
}

/**
 * Stores a file while inspecting its content; the returned name has an extension. Throws `UploadRefused` for an unaccepted file, and `VirusFound`. The
 * caller removes what was stored until then.
 */
export async function storeInspected(
  { ring, files, scanner }: InspectingParts,
  file_key: string,
  { filename, source, sender }: { filename: string; source: Readable; sender: Identity },
): Promise<WrittenFile & { content_type: string; filename: string }> {
  const watched = keepEnds(inspection_bytes)
  const scan = scanner?.scan() ?? new PassThrough()
  const limits = { max_bytes: max_upload_bytes }
  // The pipeline destroys all streams when one fails; `writeEncrypted` reports the outcome.
  pipeline(source, watched.stream, scan, () => undefined)
  try {
    const file = await writeEncrypted(files, ring, file_key, scan, limits)
    const read = async (start: number, length: number) =>
      buffer(await readEncrypted(files, ring, file, { start, end: start + length - 1 }))
    const { content_type, extension } = await inspectOrRefuse({ filename, sender, ...watched.ends(), read })
    return { ...file, content_type, filename: withExtension(filename, extension) }
  } catch (error) {
    if (error instanceof TooLargeToScan) throw refusalFor("unscannable")
    if (error instanceof FileTooLarge) await refuseUnseen(filename, max_upload_bytes + 1)
    throw error
  }
}

/** Refusing a file by name and size needs no content. */
const unseen = {
  sender: { firm_id: "", user_id: "" },
  head: Buffer.alloc(0),
  tail: Buffer.alloc(0),
  read: async () => Buffer.alloc(0),
}

async function inspectOrRefuse(upload: Upload): Promise<Extract<Inspection, { accepted: true }>> {
  const inspection = await inspectUpload(upload)
  if (!inspection.accepted) throw new UploadRefused(inspection)
  return inspection
}
