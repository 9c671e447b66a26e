// Where files are stored: a local folder or an S3-compatible store, behind one interface. A key has either its complete
// file or none, whatever fails. Stores know nothing about encryption; `encrypted-files.ts` does that.

import { openLocalStore } from "./local-store.ts"
import { defaultLimits, type FileStore, type S3Options } from "./store.ts"
import { withFaults } from "./store-faults.ts"

export interface FileStoreOptions {
  /** Used if there is no S3-compatible store. */
  folder: string
  s3?: S3Options | undefined
}

/** Opens the store in the options. Loads the S3 client only if needed: it is large. */
export async function openFileStore({ folder, s3 }: FileStoreOptions): Promise<FileStore> {
  if (s3 === undefined) return withFaults(await openLocalStore(folder), defaultLimits.stall_ms)
  const { openS3Store } = await import("./s3-store.ts")
  return withFaults(openS3Store(s3), (s3.limits ?? defaultLimits).stall_ms)
}
