// A store that is there and refuses to read one file.
import { Readable } from "node:stream"
import type { FileStore } from "../../server/platform/files/store/store.ts"
import { withFaults } from "../../server/platform/files/store/store-faults.ts"

/** A bad sector, an archived or locked object, and a file that only another user may read. */
export const refusals: readonly object[] = [
  { code: "EIO" },
  { $metadata: { httpStatusCode: 403 } },
  { code: "EACCES" },
]

/** The store, which refuses `key`: at once or, with `is_late`, in the middle of the file. */
export function refusing(files: FileStore, key: string, fault: object, { is_late = false } = {}): FileStore {
  const refused = () => Object.assign(new Error("refused"), fault)
  async function* interrupted(whole: Readable) {
    for await (const piece of whole) {
      yield (piece as Buffer).subarray(0, 5)
      throw refused()
    }
  }
  const read: FileStore["read"] = async (wanted_key, range) => {
    if (wanted_key !== key) return files.read(wanted_key, range)
    if (!is_late) throw refused()
    return Readable.from(interrupted(await files.read(wanted_key, range)), { objectMode: false })
  }
  return withFaults({ ...files, read }, 1_000)
}
