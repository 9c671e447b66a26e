import { statfs } from "node:fs/promises"
import { sql } from "../platform/db/sql.ts"
import { countUnused } from "../platform/files/sweeping.ts"
import type { Asked, Finding } from "./checks.ts"
import { bytesText, countText } from "./words.ts"

const fewest_free_bytes = 1024 ** 3

export async function checkStorage({ parts, scope, read }: Asked): Promise<Finding[]> {
  const { config } = parts
  const [{ files, bytes }, { bavail, bsize }] = await Promise.all([
    read((tx) =>
      tx.one<{ files: number; bytes: number }>(sql`
        select count(*) as files, coalesce(sum(size), 0)::bigint as bytes
          from (select size from documents union all
                select f.size from deleted_documents f
                  join deletions d on d.firm_id = f.firm_id and d.id = f.deletion_id and d.purged_at is null) held`),
    ),
    statfs(config.data_dir),
  ])
  const free = bavail * bsize
  const isRoomy = free > fewest_free_bytes
  const where = config.s3_bucket
    ? scope.sees_places
      ? `bucket ${config.s3_bucket}`
      : "an S3-compatible store"
    : scope.sees_places
      ? `${config.data_dir}/files`
      : "a folder of the server"
  const { faults } = await read((tx) =>
    tx.one<{ faults: number }>(
      sql`select count(*) as faults from stored_files where fault is not null and trashed_at is null`,
    ),
  )
  const told = [`${countText(files, "file")}, ${bytesText(bytes)}, encrypted in ${where}`]
  if (faults > 0) told.push(`${faults} missing or damaged: run foyer verify`)
  return [
    { topic: "Clients’ files", well: faults === 0, sentence: told.join("; ") },
    ...(await checkSweep(parts, scope)),
    {
      topic: "Disk",
      well: isRoomy,
      sentence: `${bytesText(free)} free${scope.sees_places ? ` in ${config.data_dir}` : ""}${isRoomy ? "" : ": make room soon"}`,
    },
  ]
}

/** The nightly sweep counts over all firms, which is for nobody but whoever runs the installation. */
async function checkSweep({ db }: Asked["parts"], { sees_places }: Asked["scope"]): Promise<Finding[]> {
  if (!sees_places) return []
  const { stored, unused, most } = await db.forPlatform(countUnused)
  const isStopped = unused > most
  const counted = `${countText(unused, "file")} of ${stored.toLocaleString("en-US")} can go to the trash`
  return [
    {
      topic: "Unused files",
      well: !isStopped,
      sentence: isStopped
        ? `${counted}, more than ${most} at once, so none does: check that this is the right database, then run foyer sweep --most ${unused}`
        : counted,
    },
  ]
}
