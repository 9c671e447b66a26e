import { checkBackup, getManifest } from "../operations/backups/check.ts"
import { findKeys } from "../operations/backups/keys.ts"
import { snapshotFolder, totalsOf } from "../operations/backups/manifest.ts"
import type { KeyRingOptions } from "../platform/secrets/key-ring.ts"
import { countText } from "../platform/text/count-text.ts"
import { bytesText } from "../platform/text/sizes-and-ages.ts"
import { showProgress } from "./progress.ts"

export interface Report {
  sentences: string[]
  result: Record<string, unknown>
}

/**
 * Checks the backup in `folder`, and sets the exit code to 1 if something is wrong. `record` saves the result for
 * `foyer doctor`, and returns whether it could.
 */
export async function checkFolder(
  folder: string,
  config: KeyRingOptions,
  record: (id: string, faults: number) => Promise<boolean>,
): Promise<Report> {
  const { onProgress, end } = showProgress("Checking")
  const ring = await findKeys(config, snapshotFolder(folder, await getManifest(folder)))
  const checked = await checkBackup({ folder, ring, onProgress }).finally(end)
  const { manifest, opened } = checked
  const faults = [...checked.faults, ...checked.missing]
  if (faults.length > 0) process.exitCode = 1
  const is_recorded = await record(manifest.id, faults.length)
  const { rows, bytes } = totalsOf(manifest)
  const what = `${countText(rows, "row")} and ${countText(manifest.files.count, "file")}, ${bytesText(bytes)}`
  const shown = faults.slice(0, 20).map((fault) => `  ${fault}`)
  const more = faults.length - shown.length
  return {
    sentences: [
      ...(faults.length === 0
        ? [`The backup of ${manifest.taken_at} is intact: ${what}.`]
        : [
            `The backup of ${manifest.taken_at} is DAMAGED:`,
            ...shown,
            ...(more > 0 ? [`  and ${more} more.`] : []),
          ]),
      opened === undefined
        ? "Checked checksums only: there was no master key to decrypt the files."
        : `${countText(opened, "file")} decrypted with the master key.`,
    ],
    result: {
      backup_id: manifest.id,
      taken_at: manifest.taken_at,
      faults,
      opened: opened ?? null,
      is_recorded,
    },
  }
}
