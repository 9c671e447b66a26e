import { statfs } from "node:fs/promises"
import { countFirmBytes } from "../../intake/documents/uploads/quotas.ts"
import { sql } from "../../platform/db/sql.ts"
import { isReachable } from "../../platform/files/store/store-faults.ts"
import { countUnused } from "../../platform/files/sweeping.ts"
import { countText } from "../../platform/text/count-text.ts"
import { bytesText } from "../../platform/text/sizes-and-ages.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"

const fewest_free_bytes = 1024 ** 3

export async function checkStorage({ parts, scope, read }: CheckInput): Promise<Finding[]> {
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
    ? scope.shows_paths
      ? `bucket ${config.s3_bucket}`
      : "an S3-compatible store"
    : scope.shows_paths
      ? `${config.data_dir}/files`
      : "a folder of the server"
  const { faults } = await read((tx) =>
    tx.one<{ faults: number }>(
      sql`select count(*) as faults from stored_files where fault is not null and trashed_at is null`,
    ),
  )
  const told = [`${countText(files, "file")}, ${bytesText(bytes)}, encrypted in ${where}`]
  if (faults > 0) told.push(`${faults} missing or damaged: run foyer verify`)
  const quota = scope.firm_id ? config.firm_storage : undefined
  const used = quota && scope.firm_id ? await read((tx) => countFirmBytes(tx)) : 0
  const isNearlyFull = quota !== undefined && used > 0.9 * quota
  if (quota !== undefined)
    told.push(
      `${bytesText(used)} of the firm’s ${bytesText(quota)} are used${isNearlyFull ? ": remove files, or ask the administrator for more" : ""}`,
    )
  return [
    {
      topic: "Clients’ files",
      ok: faults === 0 && !isNearlyFull,
      ...(faults > 0 && brokenUnless(false)),
      sentence: told.join("; "),
    },
    await checkStoreAccess(parts),
    await checkScanner(parts, scope),
    ...(await checkSweep(parts, scope)),
    {
      topic: "Disk",
      ok: isRoomy,
      sentence: `${bytesText(free)} free${scope.shows_paths ? ` in ${config.data_dir}` : ""}${isRoomy ? "" : ": free up space soon"}`,
    },
  ]
}

const timeout_ms = 3_000

async function checkStoreAccess({ files }: CheckInput["parts"]): Promise<Finding> {
  const ok = await isReachable(files, timeout_ms)
  const sentence = ok ? "It responds" : "It is not responding: uploads and downloads wait until it does"
  return { topic: "File store", ...brokenUnless(ok), sentence }
}

async function checkScanner(
  { config, scanner }: CheckInput["parts"],
  { shows_paths }: CheckInput["scope"],
): Promise<Finding> {
  const topic = "Virus scanner"
  if (!scanner)
    return { topic, ok: true, sentence: "Files are not scanned: set FOYER_CLAMAV to have them scanned" }
  const ok = await scanner.isThere()
  const named = shows_paths ? ` at ${config.clamav}` : ""
  return {
    topic,
    ok,
    sentence: ok
      ? `ClamAV${named} scans every uploaded file`
      : `ClamAV${named} is not responding: uploads are rejected until it does`,
  }
}

/** The nightly sweep counts all firms' files, which only the operator may see. */
async function checkSweep(
  { db }: CheckInput["parts"],
  { shows_paths }: CheckInput["scope"],
): Promise<Finding[]> {
  if (!shows_paths) return []
  const { stored, unused, max } = await db.forPlatform(countUnused)
  const isStopped = unused > max
  const counted = `${countText(unused, "file")} of ${stored.toLocaleString("en-US")} can go to the trash`
  return [
    {
      topic: "Unused files",
      ok: !isStopped,
      sentence: isStopped
        ? `${counted}, more than ${max} at once, so none does: check that this is the right database, then run foyer sweep --max ${unused}`
        : counted,
    },
  ]
}
