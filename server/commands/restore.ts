import { resolve } from "node:path"
import { Command } from "commander"
import { checkBackup, getManifest } from "../backups/check.ts"
import { findKeys } from "../backups/keys.ts"
import { snapshotFolder, totalsOf } from "../backups/manifest.ts"
import { recordBackup, recordCheck } from "../backups/records.ts"
import { restoreBackup } from "../backups/restore.ts"
import { type Config, readConfig } from "../config.ts"
import { application } from "../database-connections.ts"
import { findEmbeddedPostgres } from "../embedded-postgres/embedded.ts"
import { noteRestored } from "../firms/moving/homes.ts"
import { openDatabase } from "../platform/db/database.ts"
import { connectionTo } from "../platform/db/primary.ts"
import { migrations, prepareDatabase } from "../prepare-database.ts"
import { bytesText, countText } from "../system/words.ts"
import { openEmptyTarget } from "./empty-target.ts"
import { showProgress } from "./progress.ts"

interface Options {
  check?: boolean
  json?: boolean
}

export const restoreCommand = new Command("restore")
  .description("Restore a backup into an empty database and an empty file store; refuses anything else.")
  .argument("<folder>", "a folder that foyer backup wrote")
  .option(
    "--check",
    "only check the backup, to the last byte, and write nothing; ends with 1 when something is wrong",
  )
  .option("--json", "print one JSON object when done")
  .action(async (given: string, { check = false, json = false }: Options) => {
    const config = readConfig(process.env)
    const work = check ? checkFolder : restoreFolder
    const { sentences, result } = await work(resolve(given), config)
    if (json) console.log(JSON.stringify(result))
    else for (const sentence of sentences) console.log(sentence)
  })

interface Told {
  sentences: string[]
  result: Record<string, unknown>
}

async function checkFolder(folder: string, config: Config): Promise<Told> {
  const { onProgress, end } = showProgress("Checking")
  const ring = await findKeys(config, snapshotFolder(folder, await getManifest(folder)))
  const checked = await checkBackup({ folder, ring, onProgress }).finally(end)
  const { manifest, opened } = checked
  const faults = [...checked.faults, ...checked.missing]
  if (faults.length > 0) process.exitCode = 1
  const is_recorded = await recordWhereKnown(config, manifest.id, faults.length)
  const { rows, bytes } = totalsOf(manifest)
  const what = `${countText(rows, "row")} and ${countText(manifest.files.count, "file")}, ${bytesText(bytes)}`
  const shown = faults.slice(0, 20).map((fault) => `  ${fault}`)
  const more = faults.length - shown.length
  return {
    sentences: [
      ...(faults.length === 0
        ? [`The backup of ${manifest.taken_at} is whole: ${what}.`]
        : [
            `The backup of ${manifest.taken_at} is NOT whole:`,
            ...shown,
            ...(more > 0 ? [`  and ${more} more.`] : []),
          ]),
      opened === undefined
        ? "Checksums only: no master key was at hand to open the files with."
        : `${countText(opened, "file")} opened with the master key.`,
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

/** So that doctor knows of the check; on a machine that does not run the installation there is nobody to tell. */
async function recordWhereKnown(config: Config, id: string, faults: number): Promise<boolean> {
  const { data_dir } = config
  const connectionString = config.direct_database_url || config.database_url
  const connection = connectionString
    ? connectionTo(connectionString)
    : await findEmbeddedPostgres({ data_dir, application })
  if (!connection) return false
  const db = openDatabase({ connection: { ...connection }, max_connections: 1 })
  try {
    return await db.forPlatform((tx) => recordCheck(tx, { id }, faults))
  } catch {
    return false
  } finally {
    await db.close()
  }
}

async function restoreFolder(folder: string, config: Config): Promise<Told> {
  const { onProgress, end } = showProgress("Restoring")
  const target = await openEmptyTarget(config)
  try {
    const sentences: string[] = []
    const { manifest, dropped_jobs, way } = await restoreBackup({
      ...target,
      folder,
      migrations,
      keys: config,
      onProgress,
      onFilesThere: () =>
        console.error(
          "The file store has files of this installation already: they stay where they are the same.",
        ),
    })
    await prepareDatabase(way.connection, way.setting)
    const db = openDatabase({ connection: way.connection, max_connections: 1 })
    await db
      .forPlatform(async (tx) => {
        await recordBackup(tx, folder, manifest)
        await noteRestored(tx)
      })
      .finally(() => db.close())
    end()
    const { rows } = totalsOf(manifest)
    sentences.push(
      `Restored the backup of ${manifest.taken_at}: ${countText(rows, "row")} and ${countText(manifest.files.count, "file")}, every checksum as in the backup.`,
    )
    if (dropped_jobs > 0)
      sentences.push(`${countText(dropped_jobs, "waiting job")} of older versions left out.`)
    if (manifest.files.missing > 0)
      sentences.push(
        `${countText(manifest.files.missing, "file")} had been missing when the backup was created.`,
      )
    sentences.push(
      "What was sent after the backup was created may be sent again: look at the outbox and the webhooks before you let Foyer work.",
    )
    const result = {
      backup_id: manifest.id,
      taken_at: manifest.taken_at,
      rows,
      files: manifest.files.count,
      dropped_jobs,
    }
    return { sentences, result }
  } finally {
    end()
    await target.close()
  }
}
