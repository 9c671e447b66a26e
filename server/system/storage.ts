import { statfs } from "node:fs/promises"
import { sql } from "../platform/db/sql.ts"
import type { Asked, Finding } from "./checks.ts"
import { bytesText, countText } from "./words.ts"

const fewest_free_bytes = 1024 ** 3

export async function checkStorage({ parts: { config }, scope, read }: Asked): Promise<Finding[]> {
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
  return [
    {
      topic: "Clients’ files",
      well: true,
      sentence: `${countText(files, "file")}, ${bytesText(bytes)}, encrypted in ${where}`,
    },
    {
      topic: "Disk",
      well: isRoomy,
      sentence: `${bytesText(free)} free${scope.sees_places ? ` in ${config.data_dir}` : ""}${isRoomy ? "" : ": make room soon"}`,
    },
  ]
}
