import { join } from "node:path"
import { openLocalStore } from "../../../platform/files/store/local-store.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
import { FaultyBackup, type Manifest, type OnProgress, snapshotFolder } from "../manifest.ts"
import { batches } from "./copy-files.ts"
import { fileListName, type ListedFile, readFileList } from "./file-list.ts"
import { holdsFile, measuring } from "./row-files.ts"

export interface RestoreFilesOptions {
  folder: string
  manifest: Manifest
  files: FileStore
  /** Leaves files that are already in the store and identical in place. */
  has_files: boolean
  onProgress: OnProgress
}

/** Copies every file of the backup to the store. Throws `FaultyBackup` for a file that differs from the backup's list. */
export async function restoreFiles(options: RestoreFilesOptions): Promise<void> {
  const { folder, manifest, files, has_files, onProgress } = options
  const held = await openLocalStore(join(folder, "files"))

  async function restore({ key, stored }: ListedFile): Promise<void> {
    if (!stored || (has_files && (await holdsFile(files, key, stored)))) return
    const { stream, measured } = measuring()
    const source = await held.read(key)
    source.on("error", (error) => stream.destroy(error))
    stream.once("close", () => source.destroy())
    await files.write(key, source.pipe(stream))
    const { bytes, sha256 } = measured()
    if (bytes !== stored.size || sha256 !== stored.sha256)
      throw new FaultyBackup(`File ${key} of the backup changed while it was being restored.`)
  }

  let done = 0
  for await (const batch of batches(readFileList(join(snapshotFolder(folder, manifest), fileListName)))) {
    await Promise.all(batch.map(restore))
    done += batch.length
    onProgress({ part: "files", done, of: manifest.files.count })
  }
}
