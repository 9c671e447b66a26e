import { sql, type Tx } from "../../platform/db/sql.ts"
import { type Manifest, totalsOf } from "./manifest.ts"

const retention_days = 400

type RecordedBackup = Pick<Manifest, "id" | "started_at" | "finished_at" | "tables" | "jobs" | "files">

/** Records a finished backup, and deletes records older than a year. */
export async function recordBackup(tx: Tx, folder: string, manifest: RecordedBackup): Promise<void> {
  const { id, started_at, finished_at, files } = manifest
  const { rows, bytes } = totalsOf(manifest)
  await tx.run(sql`
    insert into backups (id, folder, started_at, finished_at, rows, files, missing_files, bytes)
    values (${id}, ${folder}, ${started_at}, ${finished_at}, ${rows}, ${files.count}, ${files.missing}, ${bytes})`)
  await tx.run(
    sql`delete from backups where started_at < ${tx.now}::timestamptz - ${retention_days} * interval '1 day'`,
  )
}

export interface FailedBackup {
  id: string
  folder: string
  started_at: Date
  /** The reason, as a sentence. */
  fault: string
}

/** Records a failed backup. */
export async function recordFailure(tx: Tx, { id, folder, started_at, fault }: FailedBackup): Promise<void> {
  await tx.run(sql`
    insert into backups (id, folder, started_at, fault) values (${id}, ${folder}, ${started_at}, ${fault})`)
}

/** Records the result of a check. Returns false if this installation does not know the backup. */
export async function recordCheck(tx: Tx, { id }: Pick<Manifest, "id">, faults: number): Promise<boolean> {
  return (
    (await tx.run(
      sql`update backups set checked_at = ${tx.now}, check_faults = ${faults} where id = ${id}`,
    )) > 0
  )
}
