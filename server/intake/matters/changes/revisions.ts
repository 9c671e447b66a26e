import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import type { ChangeRow } from "./changes.ts"

/** The current revision of every field that ever changed, by record: pages send these back as seen. */
export async function readRevisions(
  tx: Tx,
  matter_id: string,
): Promise<Record<string, Record<string, number>>> {
  return revisionsIn(await tx.all(revisionsOf(matter_id)))
}

export type RevisionRow = Pick<ChangeRow, "record_id" | "field" | "revision">

/** Selects every `RevisionRow` of a matter. */
export function revisionsOf(matter_id: string): Sql {
  return sql`
    select record_id, field, max(revision) as revision from changes where matter_id = ${matter_id} group by 1, 2`
}

export function revisionsIn(rows: readonly RevisionRow[]): Record<string, Record<string, number>> {
  const revisions: Record<string, Record<string, number>> = {}
  for (const { record_id, field, revision } of rows) {
    revisions[record_id] = { ...revisions[record_id], [field]: revision }
  }
  return revisions
}

/** When a field last changed; undefined if it never did. */
export async function findLastChange(tx: Tx, record_id: string, field: string): Promise<Date | undefined> {
  const row = await tx.maybe<{ changed_at: Date }>(sql`
    select changed_at from changes
     where record_id = ${record_id} and field = ${field} order by revision desc limit 1`)
  return row?.changed_at
}
