import type { Readable } from "node:stream"
import { PassThrough, pipeline } from "node:stream"
import { buffer } from "node:stream/consumers"
import { recordAudit } from "../audit/audit.ts"
import { uploadFaults } from "../definition/upload-faults.ts"
import type { Database, Identity } from "../platform/db/database.ts"
import {
  FileTooLarge,
  readEncrypted,
  type WrittenFile,
  writeEncrypted,
} from "../platform/files/encrypted-files.ts"
import type { FileStore } from "../platform/files/store.ts"
import { keepEnds } from "../platform/files/stream-ends.ts"
import { type Scanner, TooLargeToScan, VirusFound } from "../platform/files/virus-scanner.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { accepted_extensions, inspection_bytes, inspectUpload, max_upload_bytes } from "./content-type.ts"
import { extensionOf } from "./filename.ts"
import type { Upload } from "./formats/upload.ts"
import { UploadRefused } from "./upload-refused.ts"

export interface InspectingParts {
  ring: KeyRing
  files: FileStore
  /** Every file passes through it before anybody can see it; undefined where none is set. */
  scanner?: Scanner | undefined
}

/** Throws `UploadRefused` for a name whose ending is not taken, before anything is sent. */
export async function refuseByName(filename: string): Promise<void> {
  if (accepted_extensions.includes(`.${extensionOf(filename)}`)) return
  await inspectOrRefuse({ ...unseen, filename, size: 1 })
}

/** For what only a scanner can tell. */
function refusalFor(code: "infected" | "unscannable"): UploadRefused {
  return new UploadRefused({ accepted: false, code, message: uploadFaults[code] })
}

/**
 * The refusal of a file in which a virus was found; another error as it is. Who works on the matter reads of it in the
 * audit log: the sender's device may need help.
 */
export async function noteInfected(
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
 * Stores a file while looking at what is in it. Throws `UploadRefused` for what is not taken, and `VirusFound`; what
 * was stored of it until then is the caller's to remove.
 */
export async function storeInspected(
  { ring, files, scanner }: InspectingParts,
  file_key: string,
  filename: string,
  source: Readable,
): Promise<WrittenFile & { content_type: string }> {
  const watched = keepEnds(inspection_bytes)
  const scan = scanner?.scan() ?? new PassThrough()
  const limits = { max_bytes: max_upload_bytes }
  // Each end hears of the other's failure through the pipeline; the outcome itself is the writer's.
  pipeline(source, watched.stream, scan, () => undefined)
  try {
    const file = await writeEncrypted(files, ring, file_key, scan, limits)
    const read = async (start: number, length: number) =>
      buffer(await readEncrypted(files, ring, file, { start, end: start + length - 1 }))
    const content_type = await inspectOrRefuse({ filename, ...watched.ends(), read })
    return { ...file, content_type }
  } catch (error) {
    if (error instanceof TooLargeToScan) throw refusalFor("unscannable")
    if (error instanceof FileTooLarge) {
      await inspectOrRefuse({ ...unseen, filename, size: max_upload_bytes + 1 })
    }
    throw error
  }
}

/** A file of which only name and size are needed to refuse it. */
const unseen = { head: Buffer.alloc(0), tail: Buffer.alloc(0), read: async () => Buffer.alloc(0) }

async function inspectOrRefuse(upload: Upload): Promise<string> {
  const inspection = await inspectUpload(upload)
  if (!inspection.accepted) throw new UploadRefused(inspection)
  return inspection.content_type
}
