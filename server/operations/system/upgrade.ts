// What an upgrade to this version would do, asked before any of its processes starts. Changes nothing, and reads only what
// earlier versions have too.
import { statfs } from "node:fs/promises"
import type { MigrationState } from "../../platform/db/schema/migrate.ts"
import { sql } from "../../platform/db/sql.ts"
import { agoText, bytesText } from "../../platform/text/sizes-and-ages.ts"
import { readVersion } from "../../platform/version.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"

const fewest_free_bytes = 1024 ** 3
const day_ms = 24 * 60 * 60 * 1000

export async function checkUpgrade(
  parts: Pick<CheckInput["parts"], "config" | "db">,
  state: MigrationState,
): Promise<Finding[]> {
  return [
    { topic: "Foyer", ok: true, sentence: `Version ${await readVersion()}, Node ${process.versions.node}` },
    describeMigrations(state),
    await checkBackupBefore(parts, state.pending.length > 0),
    await checkRoom(parts, state.pending.length > 0),
  ]
}

function describeMigrations({ newer, changed, pending }: MigrationState): Finding {
  const sentence =
    newer.length > 0
      ? `A newer Foyer has changed this database (${newer.join(", ")}): this version would not start`
      : changed.length > 0
        ? `Not those this version knows (${changed.join(", ")}): it would not start; docs/operating.md, Upgrading, says how to go on`
        : pending.length > 0
          ? `The first start, or foyer migrate, applies ${pending.join(", ")}; processes of the last release go on working`
          : "Nothing to migrate: restart one process after the other"
  return { topic: "Tables", ...brokenUnless(newer.length + changed.length === 0), sentence }
}

/** Migrations only go forward: the way back is a backup. */
async function checkBackupBefore(
  { db }: Pick<CheckInput["parts"], "db">,
  isNeeded: boolean,
): Promise<Finding> {
  const { last, now } = await db.forPlatform(async (tx) => ({
    last: await tx.maybe<{ started_at: Date; faults: number }>(sql`
      select started_at, missing_files + coalesce(check_faults, 0) as faults
        from backups where finished_at is not null order by started_at desc limit 1`),
    now: tx.now,
  }))
  const isFresh =
    last !== undefined && last.faults === 0 && now.getTime() - last.started_at.getTime() < day_ms
  const found = last
    ? `The last one ${agoText(last.started_at, now)}${last.faults > 0 ? ", with faults" : ""}`
    : "None yet"
  const ok = isFresh || !isNeeded
  return { topic: "Backup", ok, sentence: ok ? found : `${found}: run foyer backup before you upgrade` }
}

/** A migration may write a table anew, and so may need as much as the database has. */
async function checkRoom(
  { config, db }: Pick<CheckInput["parts"], "config" | "db">,
  isNeeded: boolean,
): Promise<Finding> {
  const { size } = await db.forPlatform((tx) =>
    tx.one<{ size: number }>(sql`select pg_database_size(current_database()) as size`),
  )
  if (config.database_url)
    return {
      topic: "Disk",
      ok: true,
      sentence: `The database has ${bytesText(size)}; its server should have as much free`,
    }
  const { bavail, bsize } = await statfs(config.data_dir)
  const free = bavail * bsize
  const ok = !isNeeded || free > Math.max(fewest_free_bytes, size)
  const facts = `${bytesText(free)} free, the database has ${bytesText(size)}`
  return { topic: "Disk", ok, sentence: ok ? facts : `${facts}: free up space first` }
}
