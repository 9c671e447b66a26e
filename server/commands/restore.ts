import { resolve } from "node:path"
import { Command } from "commander"
import { type Config, readConfig } from "../config.ts"
import { application } from "../database-connections.ts"
import { totalsOf } from "../operations/backups/manifest.ts"
import { recordBackup, recordCheck } from "../operations/backups/records.ts"
import { restoreBackup } from "../operations/backups/restore.ts"
import { connectionTo } from "../platform/db/connections/primary.ts"
import { openDatabase } from "../platform/db/database.ts"
import { findEmbeddedPostgres } from "../platform/embedded-postgres/embedded.ts"
import { countText } from "../platform/text/count-text.ts"
import { migrations, prepareDatabase } from "../prepare-database.ts"
import { checkFolder, type Report } from "./check-backup.ts"
import { openEmptyTarget } from "./empty-target.ts"
import { showProgress } from "./progress.ts"

interface Options {
  check?: boolean
  adapt?: boolean
  json?: boolean
}

export const restoreCommand = new Command("restore")
  .description("Restore a backup to an empty database and an empty file store.")
  .argument("<folder>", "a folder created by foyer backup")
  .option(
    "--check",
    "only check every byte of the backup, and write nothing; exits with 1 if something is wrong",
  )
  .option(
    "--adapt",
    "also restore a backup of an unreleased version with other tables; run it without first, to read what that changes",
  )
  .option("--json", "print one JSON object when done")
  .action(async (given: string, { check = false, adapt = false, json = false }: Options) => {
    const config = readConfig(process.env)
    const folder = resolve(given)
    const { sentences, result } = check
      ? await checkFolder(folder, config, (id, faults) => recordWhereKnown(config, id, faults))
      : await restoreFolder(folder, config, adapt)
    if (json) console.log(JSON.stringify(result))
    else for (const sentence of sentences) console.log(sentence)
  })

/** Records the check for `foyer doctor`. Returns false on a machine without the installation's database. */
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

async function restoreFolder(folder: string, config: Config, adapts: boolean): Promise<Report> {
  const { onProgress, end } = showProgress("Restoring")
  const target = await openEmptyTarget(config)
  try {
    const sentences: string[] = []
    const { manifest, dropped_jobs, adapted, way } = await restoreBackup({
      ...target,
      folder,
      migrations,
      adapts,
      keys: config,
      onProgress,
      onFilesThere: () =>
        console.error(
          "The file store already has files of this installation. Identical files are left in place.",
        ),
    })
    await prepareDatabase(way.connection, way.setting)
    const db = openDatabase({ connection: way.connection, max_connections: 1 })
    await db.forPlatform((tx) => recordBackup(tx, folder, manifest)).finally(() => db.close())
    end()
    const { rows } = totalsOf(manifest)
    sentences.push(
      `Restored the backup of ${manifest.taken_at}: ${countText(rows, "row")} and ${countText(manifest.files.count, "file")}, all checksums verified.`,
    )
    sentences.push(...adapted)
    if (dropped_jobs > 0)
      sentences.push(`${countText(dropped_jobs, "waiting job")} of older versions left out.`)
    if (manifest.files.missing > 0)
      sentences.push(
        `${countText(manifest.files.missing, "file")} could not be read when the backup was created.`,
      )
    sentences.push(
      "Emails and webhooks sent after the backup was created may be sent again. Check the outbox and the webhooks before you start Foyer.",
    )
    const result = {
      backup_id: manifest.id,
      taken_at: manifest.taken_at,
      rows,
      files: manifest.files.count,
      dropped_jobs,
      adapted,
    }
    return { sentences, result }
  } finally {
    end()
    await target.close()
  }
}
