import type { Readable } from "node:stream"
import type { FastifyBaseLogger } from "fastify"
import { Failure } from "../errors.ts"
import { type KeyRing, TamperedData } from "../secrets/key-ring.ts"
import { type EncryptedFile, readEncrypted } from "./encrypted-files.ts"
import { type ByteRange, FileMissing, type FileStore } from "./store/store.ts"
import { isRefusal } from "./store/store-faults.ts"
import { type FileFault, recordFault, type StoreParts } from "./stored-files.ts"

export interface FileParts extends StoreParts {
  ring: KeyRing
  log: FastifyBaseLogger
}

/**
 * Returns the bytes of a firm's file, or of a range. If the file is missing or does not authenticate, records that for
 * the log, the System page and `foyer verify`, and throws "damaged". If that happens later in the file, the stream ends
 * with an error before its last bytes.
 */
export async function readStoredFile(
  parts: FileParts,
  firm_id: string,
  file: EncryptedFile,
  range?: ByteRange,
): Promise<Readable> {
  const tell = async (error: unknown) => {
    const fault = await findFault(parts.files, error)
    if (!fault) return undefined
    parts.log.error({ firm_id, file: file.key, fault }, "a stored file cannot be read")
    await recordFault(parts.db, firm_id, file.key, fault).catch(() => undefined)
    return fault
  }
  try {
    const stream = await readEncrypted(parts.files, parts.ring, file, range)
    return stream.once("error", (error) => void tell(error))
  } catch (error) {
    throw (await tell(error)) ? damaged(error) : error
  }
}

/** Returns the fault of a file that `files` failed to read: also of one that a store refuses, which is there. */
export async function findFault(files: FileStore, error: unknown): Promise<FileFault | undefined> {
  return faultOf(error) ?? ((await isRefusal(files, error)) ? "damaged" : undefined)
}

/** Returns the fault of the file that an error reveals; undefined for errors that are not the file's. */
export function faultOf(error: unknown): FileFault | undefined {
  if (error instanceof FileMissing) return "missing"
  return error instanceof TamperedData ? "damaged" : undefined
}

function damaged(cause: unknown): Failure {
  const detail =
    "We could not read this file: it is damaged or missing in our storage. The people who run this service can see that. Ask the firm for help, or for another copy."
  return new Failure("damaged", "file_damaged", detail).because(cause)
}
