import type { Readable } from "node:stream"
import type { FastifyBaseLogger } from "fastify"
import { Failure } from "../errors.ts"
import { type KeyRing, TamperedData } from "../secrets/key-ring.ts"
import { type EncryptedFile, readEncrypted } from "./encrypted-files.ts"
import { type ByteRange, FileMissing } from "./store.ts"
import { type FileFault, recordFault, type StoreParts } from "./stored-files.ts"

export interface FileParts extends StoreParts {
  ring: KeyRing
  log: FastifyBaseLogger
}

/**
 * The bytes of a firm's file, or of a range of it. A file that is missing or does not authenticate is written down,
 * for the log, the System page and `foyer verify`, and throws "damaged"; where that shows only further on, the stream
 * ends with an error instead of its last bytes.
 */
export async function readStoredFile(
  parts: FileParts,
  firm_id: string,
  file: EncryptedFile,
  range?: ByteRange,
): Promise<Readable> {
  const tell = async (error: unknown) => {
    const fault = faultOf(error)
    if (!fault) return
    parts.log.error({ firm_id, file: file.key, fault }, "a stored file cannot be read")
    await recordFault(parts.db, firm_id, file.key, fault).catch(() => undefined)
  }
  try {
    const stream = await readEncrypted(parts.files, parts.ring, file, range)
    return stream.once("error", (error) => void tell(error))
  } catch (error) {
    await tell(error)
    throw faultOf(error) ? damaged(error) : error
  }
}

/** What an error says of the file that was read; undefined for errors that are no fault of it. */
export function faultOf(error: unknown): FileFault | undefined {
  if (error instanceof FileMissing) return "missing"
  return error instanceof TamperedData ? "damaged" : undefined
}

function damaged(cause: unknown): Failure {
  const detail =
    "We could not read this file: it is damaged or missing in our storage. The people who run this service can see that. Ask the firm for help, or for another copy."
  const failure = new Failure("damaged", "file_damaged", detail)
  failure.cause = cause
  return failure
}
