import { join, resolve } from "node:path"
import { Command } from "commander"
import { type CreatedBackup, createBackup } from "../operations/backups/backup.ts"
import { generationAt } from "../operations/backups/generations.ts"
import { readKeyText } from "../operations/backups/keys.ts"
import { totalsOf } from "../operations/backups/manifest.ts"
import { recordBackup, recordCheck, recordFailure } from "../operations/backups/records.ts"
import { newId } from "../platform/ids.ts"
import { countText } from "../platform/text/count-text.ts"
import { bytesText } from "../platform/text/sizes-and-ages.ts"
import { readVersion } from "../platform/version.ts"
import type { Core } from "../service.ts"
import { checkFolder } from "./check-backup.ts"
import { showProgress } from "./progress.ts"
import { withCore } from "./with-core.ts"

interface Options {
  check?: boolean
  includeKey?: boolean
  json?: boolean
  rotate?: boolean
}

export const backupCommand = new Command("backup")
  .description(
    "Back up the database and all files to a folder while Foyer is running. Exits with 1 if it fails or a file is missing.",
  )
  .argument(
    "<folder>",
    "an empty or new folder, or the folder of earlier backups, whose unchanged files are reused",
  )
  .option(
    "--rotate",
    "use one of eleven folders inside: a weekday's, or on Sundays one of five, so that backups go back five weeks",
  )
  .option("--check", "then check every byte of it, as foyer restore --check does")
  .option("--include-key", "include the master key: anyone with the backup can then read everything")
  .option("--json", "print one JSON object when done")
  .action((folder: string, options: Options) =>
    // Before an upgrade, the new version backs up what it has not migrated yet.
    withCore(
      (core) => {
        const inside = options.rotate ? join(folder, generationAt(core.db.clock())) : folder
        return backUp(core, resolve(inside), options)
      },
      undefined,
      "any",
    ),
  )

async function backUp(
  core: Core,
  folder: string,
  { check = false, includeKey = false, json = false }: Options,
): Promise<void> {
  const created = await create(core, folder, includeKey)
  const { db, config } = core
  const checked = check
    ? await checkFolder(folder, config, (id, faults) =>
        db.forPlatform((tx) => recordCheck(tx, { id }, faults)),
      )
    : undefined
  if (created.missing.length > 0) process.exitCode = 1
  if (json)
    return console.log(
      JSON.stringify({ ...describe(folder, created), ...(checked && { check: checked.result }) }),
    )
  printSummary(folder, created)
  for (const sentence of checked?.sentences ?? []) console.log(sentence)
}

/** Creates and records the backup, or records why it failed. */
async function create(core: Core, folder: string, includeKey: boolean): Promise<CreatedBackup> {
  const { config, connection, db, files } = core
  const { onProgress, end } = showProgress("Backing up")
  const id = newId("backup")
  const started_at = db.clock()
  try {
    const created = await createBackup({
      id,
      folder,
      connection,
      files,
      data_dir: config.data_dir,
      foyer_version: await readVersion(),
      now: db.clock,
      key: includeKey ? await readKeyText(config) : undefined,
      onProgress,
    })
    await db.forPlatform((tx) => recordBackup(tx, folder, created.manifest))
    end()
    return created
  } catch (error) {
    end()
    const fault = (error as Error).message
    await db.forPlatform((tx) => recordFailure(tx, { id, folder, started_at, fault })).catch(() => undefined)
    throw error
  }
}

function describe(folder: string, { manifest, reused_files, missing }: CreatedBackup) {
  const { id, started_at, taken_at, finished_at, tables, files, key_sha256 } = manifest
  return {
    backup_id: id,
    folder,
    started_at,
    taken_at,
    finished_at,
    tables: tables.length,
    ...totalsOf(manifest),
    files: files.count,
    reused_files,
    removed_meanwhile: files.removed_meanwhile,
    missing_files: files.missing,
    missing,
    key_included: key_sha256 !== null,
  }
}

function printSummary(folder: string, { manifest, reused_files, missing }: CreatedBackup): void {
  const { tables, files, key_sha256, taken_at } = manifest
  const { rows, bytes } = totalsOf(manifest)
  console.log(
    `Backed up to ${folder}, as of ${taken_at}: ${countText(rows, "row")} of ${countText(tables.length, "table")}, ${countText(files.count, "file")} (${reused_files} reused from earlier backups), ${bytesText(bytes)}.`,
  )
  if (files.removed_meanwhile > 0)
    console.log(
      `${countText(files.removed_meanwhile, "file")} deleted during the backup ${files.removed_meanwhile === 1 ? "is" : "are"} not in it.`,
    )
  console.log(
    key_sha256
      ? "WARNING: this backup includes the master key. Anyone with the folder can read every answer and file in it."
      : "The backup does not include the master key. Save the key separately: without it, no one can read encrypted answers and files.",
  )
  if (missing.length === 0) return
  console.error(
    `${countText(files.missing, "file")} could not be backed up because the file store does not have them, or refuses to read them:\n  ${missing.join("\n  ")}`,
  )
}
