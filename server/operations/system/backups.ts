import { sql } from "../../platform/db/sql.ts"
import { countText } from "../../platform/text/count-text.ts"
import { agoText, bytesText } from "../../platform/text/sizes-and-ages.ts"
import { brokenUnless, type CheckInput, type Finding, todoUnless } from "./finding.ts"

interface LastBackup {
  started_at: Date
  folder: string
  rows: number
  files: number
  missing_files: number
  bytes: number
  checked_at: Date | null
  check_faults: number | null
}

const day_ms = 24 * 60 * 60 * 1000

/** Reports the age and contents of the last backup, and the result of its check. */
export async function checkBackups({ parts: { config, db }, scope }: CheckInput): Promise<Finding[]> {
  const { last, failed, since, now } = await db.forPlatform(async (tx) => {
    const found = await tx.maybe<LastBackup>(sql`
      select started_at, folder, rows, files, missing_files, bytes, checked_at, check_faults
        from backups where finished_at is not null order by started_at desc limit 1`)
    const later = await tx.maybe<{ started_at: Date; fault: string }>(sql`
      select started_at, fault from backups
       where fault is not null and started_at > coalesce(${found?.started_at ?? null}::timestamptz, '-infinity')
       order by started_at desc limit 1`)
    const { created_at } = await tx.one<{ created_at: Date }>(sql`
      select coalesce((select created_at from installation), '-infinity') as created_at`)
    return { last: found, failed: later, since: created_at, now: tx.now }
  })
  const max_age_days = config.environment === "production" ? config.backup_max_age_days : 0
  const age_ms = last ? now.getTime() - last.started_at.getTime() : Number.POSITIVE_INFINITY
  const isOld = max_age_days > 0 && age_ms > max_age_days * day_ms
  const facts = last
    ? describe(last, now, scope.shows_paths)
    : [isOld ? "No backup yet: run foyer backup" : "No backup yet"]
  if (last && isOld) facts.push(`older than ${countText(max_age_days, "day")}: run foyer backup`)
  if (failed) {
    const why = scope.shows_paths ? `: ${failed.fault}` : ""
    facts.push(`one failed ${agoText(failed.started_at, now)}${why}`)
  }
  const isWhole = !last || (last.missing_files === 0 && !last.check_faults)
  const isNew = !last && !failed && now.getTime() - since.getTime() < max_age_days * day_ms
  const ok = isWhole && !isOld && !failed
  return [
    {
      topic: "Backup",
      ok,
      ...(isNew && todoUnless(ok)),
      ...(!isWhole && brokenUnless(ok)),
      sentence: facts.join(", "),
    },
  ]
}

function describe(last: LastBackup, now: Date, shows_paths: boolean): string[] {
  const { started_at, folder, rows, files, missing_files, bytes, checked_at, check_faults } = last
  const facts = [
    `The last one ${agoText(started_at, now)}${shows_paths ? ` in ${folder}` : ""}`,
    `${countText(rows, "row")} and ${countText(files, "file")}`,
    bytesText(bytes),
  ]
  if (missing_files > 0) facts.push(`${countText(missing_files, "file")} missing from the store`)
  if (!checked_at) facts.push("not checked")
  else if (check_faults)
    facts.push(`its check found ${countText(check_faults, "fault")} ${agoText(checked_at, now)}`)
  else facts.push(`checked ${agoText(checked_at, now)}`)
  return facts
}
