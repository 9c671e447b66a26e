// Where files' bytes lie: a local folder or an S3-compatible store, behind one interface. A key either has its
// whole file or none at all, whatever fails in between. Stores know nothing of encryption; `encrypted-files.ts` does.

import { openLocalStore } from "./local-store.ts"
import { defaultLimits, type FileStore, type S3Options } from "./store.ts"
import { withFaults } from "./store-faults.ts"

export interface FileStoreOptions {
  /** Used when no S3-compatible store is set. */
  folder: string
  s3?: S3Options | undefined
}

/** Opens the store that the options name. The S3 client is loaded only when it is needed: it is large. */
export async function openFileStore({ folder, s3 }: FileStoreOptions): Promise<FileStore> {
  if (s3 === undefined) return withFaults(await openLocalStore(folder), defaultLimits.stall_ms)
  const { openS3Store } = await import("./s3-store.ts")
  return withFaults(openS3Store(s3), (s3.limits ?? defaultLimits).stall_ms)
}
